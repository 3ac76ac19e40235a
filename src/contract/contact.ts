import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import {
  Email,
  Id,
  IdParams,
  isSingleLine,
  PageNumber,
  PageQuery,
  RowCount,
  multilineText,
  unsupportedCharacters,
} from './shared/fields.ts'

/** A single line that may be empty. */
const line = (max: number) =>
  z._default(
    z
      .string()
      .check(
        z.normalize('NFC'),
        z.trim(),
        z.maxLength(max, `Must be ${max} characters or lower`),
        z.refine(isSingleLine, unsupportedCharacters),
      ),
    '',
  )

export const NewMessage = z.object({
  name: line(100),
  email: Email.check(z.maxLength(254, 'Must be 254 characters or lower')),
  phone: line(30).check(z.regex(/^[0-9 ]*$/, 'Digits only')),
  message: multilineText('Message is Required', { max: 5000 }),
})
export type NewMessage = z.infer<typeof NewMessage>

export const Message = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  createdAt: z.string(),
  done: z.boolean(),
})
export type Message = z.infer<typeof Message>

export const contact = {
  send: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Write to the shop; not found unless the contact form is enabled',
    limit: 'contact',
    body: NewMessage,
    response: z.object({ acknowledged: z.boolean() }),
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/contact',
    access: 'admin',
    summary: 'Messages of the contact form, newest first',
    query: z.extend(PageQuery, { page: PageNumber }),
    response: z.array(Message),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/messages/count',
    access: 'admin',
    summary: 'Number of the messages, or of those that match a search',
    query: z.object({ q: PageQuery.shape.q }),
    response: RowCount,
  }),
  finish: endpoint({
    method: 'PUT',
    path: '/contact/done/{id}',
    access: 'admin',
    summary: 'Mark a message as done; done messages are kept for a year',
    params: IdParams,
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found'],
  }),
}
