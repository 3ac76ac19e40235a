import * as z from 'zod/mini'
import { typedNumberMax } from '../shared/limits.ts'

/** The number that the part of a line was found by, as calls name it. */
export const WantedNumber = {
  number: z.optional(z.string().check(z.minLength(1), z.maxLength(typedNumberMax))),
}

/** What a line keeps of it, as the shop writes it; absent if it is the part's own. */
export const OrderedAs = { orderedAs: z.optional(z.string()) }
