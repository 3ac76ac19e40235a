import type { ClientBase } from 'pg'
import { partKey } from '#contract/shared/part-number.ts'
import { findByNumbers } from './look-up.ts'

interface Line {
  product: string
  /** As calls name it. */
  number?: string | undefined
}

/**
 * The number that each line was ordered by, as the shop writes it; null for the part's own, and for one that is none of
 * its numbers. Asks nothing if no line names one.
 */
export async function numbersOfLines(
  on: Pick<ClientBase, 'query'>,
  lines: readonly Line[],
): Promise<(string | null)[]> {
  const found = await findByNumbers(
    on,
    lines.flatMap(({ number }) => number ?? []),
  )
  return lines.map(({ product, number = '' }) => {
    const ofProduct = found.get(partKey(number))?.find(({ productId }) => productId === product)
    return ofProduct && ofProduct.via.kind !== 'own' ? ofProduct.via.number : null
  })
}
