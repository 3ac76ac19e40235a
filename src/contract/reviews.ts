import * as z from 'zod/mini'
import { addresses } from './shared/addresses.ts'
import { endpoint } from './shared/endpoint.ts'
import { Id, IdParams, numeric, PageQuery, text, multilineText } from './shared/fields.ts'
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

const Modified = z.object({ modifiedCount: z.number() })

export const reviews = {
  list: endpoint({
    ...addresses.reviews,
    summary: 'What customers say, of all or of one product, newest first',
    priorityClass: 'memory',
    query: z.extend(PageQuery, { product: z.optional(Id) }),
    response: z.array(Review),
  }),
  add: endpoint({
    method: 'POST',
    path: '/reviews',
    access: 'customer',
    summary: 'Leave a review under your own name; another one of the same product changes it',
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
    summary: 'The products that the caller has paid for: a review of one of them is marked so',
    response: z.array(z.object({ _id: Id, name: z.string() })),
  }),
  managed: endpoint({
    method: 'GET',
    path: '/manage/reviews',
    access: 'admin',
    summary: 'All reviews, the hidden ones too, or those that wait for approval, newest first',
    query: z.extend(PageQuery, { tab: z.optional(z.enum(['waiting'])) }),
    response: z.array(ManagedReview),
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/manage/reviews/{id}/hide',
    access: 'admin',
    summary: 'Take a review from sight; it is kept',
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
