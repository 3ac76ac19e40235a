import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EmailParams, Id, PageQuery } from './fields.ts'

export const messages = {
  promoted: 'successfully make an Admin',
  promotionFailed: 'Failed to make an Admin',
} as const

export const User = z.object({
  _id: Id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'customer']),
  verified: z.boolean(),
  active: z.boolean(),
})
export type User = z.infer<typeof User>

const Modified = z.object({ modifiedCount: z.number() })

export const users = {
  isAdmin: endpoint({
    method: 'GET',
    path: '/admin/{email}',
    access: 'customer',
    summary: 'Whether an account is an admin: your own, or any if you are one',
    params: EmailParams,
    response: z.object({ admin: z.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/user',
    access: 'admin',
    summary: 'All accounts',
    query: PageQuery,
    response: z.array(User),
  }),
  promote: endpoint({
    method: 'PUT',
    path: '/user/admin/{email}',
    access: 'admin',
    summary: 'Make an account an admin; its e-mail must be verified',
    params: EmailParams,
    response: Modified,
    problems: ['not-found', 'email-not-verified'],
  }),
  deactivate: endpoint({
    method: 'PUT',
    path: '/user/deactivate/{email}',
    access: 'admin',
    summary: 'Close an account: it is signed out and cannot sign in; its orders stay',
    params: EmailParams,
    response: Modified,
    problems: ['not-found', 'last-admin'],
  }),
  demote: endpoint({
    method: 'PUT',
    path: '/user/customer/{email}',
    access: 'admin',
    summary: 'Take the admin rights of an account; the last admin keeps them',
    params: EmailParams,
    response: Modified,
    problems: ['not-found', 'last-admin'],
  }),
  reactivate: endpoint({
    method: 'PUT',
    path: '/user/reactivate/{email}',
    access: 'admin',
    summary: 'Open a closed account again, as a customer who has to sign in anew',
    params: EmailParams,
    response: Modified,
    problems: ['not-found'],
  }),
}
