interface Line {
  orderedAs?: string | undefined
}

export const orderedAsText = (number: string) => `Ordered as ${number}`

/** The number of an order of one part; several have theirs beside each part. */
export const orderedAsOf = ({ lines: [first, ...others] }: { lines: readonly Line[] }) =>
  others.length === 0 ? first?.orderedAs : undefined
