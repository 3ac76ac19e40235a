import * as z from 'zod/mini'
import { paths } from './shared/paths.ts'
import { endpoint } from './shared/endpoint.ts'
import {
  Id,
  IdParams,
  multilineText,
  numeric,
  PageNumber,
  PageQuery,
  RowCount,
  text,
} from './shared/fields.ts'
import { specifiedMessages } from './shared/specified-messages.ts'

export const messages = {
  ...specifiedMessages.reviews,
  productUnknown: 'This part is not in the shop',
} as const

export const Review = z.object({
  _id: Id,
  name: z.string(),
  rating: z.number(),
  title: z.string(),
  description: z.string(),
  /** The reviewed product; absent for a review of the shop. */
  product: z.optional(z.object({ _id: Id, name: z.string() })),
  /** Present if the author had bought the product. */
  verified: z.optional(z.literal(true)),
})
export type Review = z.infer<typeof Review>

export const NewReview = z.object({
  title: text('Title is Required', {
    min: 3,
    max: 30,
    tooShort: messages.titleTooShort,
    tooLong: messages.titleTooLong,
  }),
  rating: numeric(messages.ratingInvalid, { required: messages.ratingRequired }).check(
    z.refine((value: number) => [1, 2, 3, 4, 5].includes(value), messages.ratingInvalid),
  ),
  description: multilineText(messages.descriptionRequired, {
    min: 5,
    max: 2000,
    tooShort: messages.descriptionTooShort,
  }),
  /** The reviewed product; absent, or empty as forms send it, for a review of the shop. */
  product: z.optional(z.union([z.uuid(messages.productUnknown), z.literal('')])),
})
export type NewReview = z.infer<typeof NewReview>

/** A review as shown to admins, hidden ones included. */
export const ManagedReview = z.extend(Review, {
  email: z.string(),
  createdAt: z.string(),
  hidden: z.boolean(),
  /** Present while it waits for approval, hidden until then. */
  waiting: z.optional(z.literal(true)),
})
export type ManagedReview = z.infer<typeof ManagedReview>

export const ManagedFilter = z.object({
  q: PageQuery.shape.q,
  tab: z.optional(z.enum(['waiting'])),
})
export type ManagedFilter = z.output<typeof ManagedFilter>

const Modified = z.object({ modifiedCount: z.number() })

export const reviews = {
  list: endpoint({
    ...paths.reviews,
    summary: 'Reviews of all products or of one, newest first',
    priorityClass: 'memory',
    query: z.extend(PageQuery, {
      product: z.optional(Id),
      /** Only those by buyers of the part and by accounts with a confirmed address, unless there are none. */
      by: z.optional(z.literal('confirmed')),
    }),
    response: z.array(Review),
  }),
  add: endpoint({
    method: 'POST',
    path: '/reviews',
    access: 'customer',
    summary: 'Leave a review under your own name; a second one of the same product replaces it',
    limit: 'reviews',
    body: NewReview,
    response: z.object({ insertedId: Id }),
    problems: ['duplicate'],
    idempotent: true,
  }),
  bought: endpoint({
    method: 'GET',
    path: '/reviews/bought',
    access: 'customer',
    summary: 'The products that the caller has paid for; reviews of them are marked as purchased',
    response: z.array(z.object({ _id: Id, name: z.string() })),
  }),
  managed: endpoint({
    method: 'GET',
    path: '/manage/reviews',
    access: 'admin',
    summary: 'All reviews, including hidden ones, or those awaiting approval, newest first',
    query: z.extend(PageQuery, { ...ManagedFilter.shape, page: PageNumber }),
    response: z.array(ManagedReview),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/reviews/count',
    access: 'admin',
    summary: 'Number of all reviews, or of those that wait for approval or match a search',
    query: ManagedFilter,
    response: RowCount,
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/manage/reviews/{id}/hide',
    access: 'admin',
    summary: 'Hide a review; it is kept',
    params: IdParams,
    response: Modified,
    problems: ['not-found'],
  }),
  show: endpoint({
    method: 'PUT',
    path: '/manage/reviews/{id}/show',
    access: 'admin',
    summary: 'Show a hidden review again',
    params: IdParams,
    response: Modified,
    problems: ['not-found'],
  }),
}
