import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Email } from './shared/fields.ts'

const Token = z.object({
  token: z.string().check(z.regex(/^[\w-]{1,64}$/, 'This is not a link of ours')),
})
const Acknowledged = z.object({ acknowledged: z.boolean() })

/** There is nothing behind these unless the shop has a newsletter. */
export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/newsletter',
    access: 'public',
    summary: 'Ask for the newsletter: the address gets a mail with a link to confirm, once an hour',
    limit: 'newsletter',
    body: z.object({ email: Email.check(z.maxLength(254, 'Must be 254 characters or lower')) }),
    response: Acknowledged,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/newsletter/confirm',
    access: 'public',
    summary: 'Confirm with what the link in the mail holds; it is good for seven days',
    body: Token,
    response: Acknowledged,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary: 'Leave the newsletter; leaving twice is no fault',
    body: Token,
    response: Acknowledged,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
}
