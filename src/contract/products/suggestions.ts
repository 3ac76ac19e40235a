import * as z from 'zod/mini'
import { Via } from '../numbers/via.ts'
import { Id } from '../shared/fields.ts'
import { kindKeys } from '../shared/product-kinds.ts'
import { openEnum } from '../shared/open-enum.ts'

/** The most suggestions of one answer. */
export const suggestedMax = { products: 6, kinds: 4 } as const

/** A search that is being typed, without filters. */
export const SuggestionQuery = z.object({
  q: z.string().check(z.trim(), z.maxLength(100, 'q has at most 100 characters')),
})

const SuggestedProduct = z.object({
  _id: Id,
  name: z.string(),
  price: z.number(),
  /** Units in stock. */
  quantity: z.int(),
  img: z.string(),
  partNumber: z.optional(z.string()),
  /** The number that it was found by; absent if it was found by anything else. */
  via: z.optional(Via),
})
export type SuggestedProduct = z.output<typeof SuggestedProduct>

export const Suggestions = z.object({
  /** The best matches first. */
  products: z.array(SuggestedProduct),
  /** The kinds with the most matches, and how many match, up to the maximum count of a search. */
  kinds: z.array(z.object({ kind: openEnum(kindKeys), count: z.int() })),
  /** The search as it is probably meant, if little was found as typed. */
  didYouMean: z.optional(z.string()),
})
export type Suggestions = z.output<typeof Suggestions>
