import * as z from 'zod/mini'

/** The number that the part of a line was found by, as calls name it. */
export const WantedNumber = {
  number: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
}

/** What a line keeps of it, as the shop writes it; absent if it is the part's own. */
export const OrderedAs = { orderedAs: z.optional(z.string()) }

export const orderedAsText = (number: string) => `Ordered as ${number}`

/** The number of an order of one part; several have theirs beside each part. */
export const orderedAsOf = ({
  lines: [first, ...others],
}: {
  lines: readonly { orderedAs?: string | undefined }[]
}) => (others.length === 0 ? first?.orderedAs : undefined)
