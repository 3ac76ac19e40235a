import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Email } from './shared/fields.ts'

const Token = z.object({
  token: z.string().check(z.regex(/^[\w-]{1,64}$/, 'This link is not valid')),
})
const Acknowledged = z.object({ acknowledged: z.boolean() })

/** Not found unless the newsletter is enabled. */
export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/newsletter',
    access: 'public',
    summary: 'Subscribe to the newsletter: sends a confirmation email, at most one an hour',
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
    summary: 'Confirm the subscription with the token from the emailed link, valid for seven days',
    body: Token,
    response: Acknowledged,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary: 'Unsubscribe from the newsletter; safe to repeat',
    body: Token,
    response: Acknowledged,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
}
