import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { EmailParams, Id, NumberedPage, PageQuery } from './shared/fields.ts'
import { specifiedMessages } from './shared/specified-messages.ts'
import { openEnum } from './shared/open-enum.ts'

export const messages = specifiedMessages.accounts

export const User = z.object({
  _id: Id,
  email: z.string(),
  name: z.string(),
  role: openEnum(['admin', 'customer']),
  verified: z.boolean(),
  active: z.boolean(),
})
export type User = z.infer<typeof User>

/** Tabs of the admin's list of accounts. */
const userTabs = ['all', 'admins', 'closed'] as const
export type UserTab = (typeof userTabs)[number]

const userSorts = ['joined', 'email'] as const
export type UserSort = (typeof userSorts)[number]

/** Filter and sort order; numbered pages show the newest first by default. */
export const UserFilter = z.object({
  tab: z.optional(z.enum(userTabs)),
  q: PageQuery.shape.q,
  sort: z.optional(z.enum(userSorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
})
export type UserFilter = z.output<typeof UserFilter>

/** Numbered pages of one tab in any sort order, or keyset pagination if none of these is given. */
const AllUsersQuery = z.extend(z.extend(PageQuery, UserFilter.shape), {
  page: NumberedPage.shape.page,
})

export const UserCounts = z.object({
  counts: z.object({ all: z.number(), admins: z.number(), closed: z.number() }),
  /** Whether more accounts match than are counted. */
  isCapped: z.boolean(),
})
export type UserCounts = z.output<typeof UserCounts>

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
    summary: 'All accounts: oldest first, or by list, sorted and by numbered page',
    query: AllUsersQuery,
    response: z.array(User),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/manage/users/counts',
    access: 'admin',
    summary: 'Number of accounts in each tab, of all or of those that match a search',
    query: z.object({ q: PageQuery.shape.q }),
    response: UserCounts,
  }),
  promote: endpoint({
    method: 'PUT',
    path: '/user/admin/{email}',
    access: 'admin',
    summary: 'Make an account an admin; its email must be verified',
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
    summary: 'Revoke the admin rights of an account, unless it is the last admin',
    params: EmailParams,
    response: Modified,
    problems: ['not-found', 'last-admin'],
  }),
  reactivate: endpoint({
    method: 'PUT',
    path: '/user/reactivate/{email}',
    access: 'admin',
    summary: 'Reopen a closed account, as a customer who must sign in again',
    params: EmailParams,
    response: Modified,
    problems: ['not-found'],
  }),
}
