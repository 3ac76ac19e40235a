import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, numeric, PageQuery, text } from './fields.ts'

export const messages = {
  titleTooShort: 'Must be 3 characters or longer',
  titleTooLong: 'Must be 30 characters or lower',
  ratingRequired: 'Rating is Required',
  ratingInvalid: 'Provide a valid rating(1-5)',
  descriptionRequired: 'Description is Required',
  descriptionTooShort: 'Must be 3 characters or longer',
  added: (rating: number) => `${rating} star review add successfully`,
  addFailed: (rating: number) => `${rating} star review add to failed`,
} as const

export const Review = z.object({
  _id: Id,
  name: z.string(),
  rating: z.number(),
  title: z.string(),
  description: z.string(),
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
  description: text(messages.descriptionRequired, {
    min: 5,
    max: 2000,
    tooShort: messages.descriptionTooShort,
  }),
})
export type NewReview = z.infer<typeof NewReview>

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/reviews',
    access: 'public',
    summary: 'What customers say, newest first',
    lane: 'memory',
    query: PageQuery,
    response: z.array(Review),
  }),
  add: endpoint({
    method: 'POST',
    path: '/reviews',
    access: 'customer',
    summary: 'Leave a review under your own name',
    limit: 'reviews',
    body: NewReview,
    response: z.object({ insertedId: Id }),
    problems: ['duplicate'],
    idempotent: true,
  }),
}
