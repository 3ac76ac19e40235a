import { messages } from '#contract/products.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { AppError } from '../../http/errors.ts'
import type { Shop } from '../../shop.ts'

/** What was written shows on this node from now on. */
export function showAtOnce({ reads, kept }: Pick<Shop, 'reads' | 'kept'>) {
  reads.distrust()
  kept.clear()
}

/** Runs a write that is refused when it gives a live product what another one has. */
export async function refusingTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw asDuplicate(error) ?? error
  }
}

/** The refusal of what only one live product may have; undefined for any other failure. */
function asDuplicate(error: unknown) {
  const taken = uniqueToAProduct.find(({ index }) => isUniqueViolation(error, index))
  if (!taken) return undefined
  const { field, message } = taken
  return new AppError('duplicate', { errors: [{ field, message }] })
}

const uniqueToAProduct = [
  { index: 'products_live_name', field: 'name', message: messages.nameTaken },
  { index: 'products_live_part_key', field: 'partNumber', message: messages.partNumberTaken },
]
