import { messages } from '#contract/products/products.ts'
import type { Duplicates } from '../../http/write-effects.ts'

/** What only one live product may have. */
export const duplicates: Duplicates = {
  products_live_name: { errors: [{ field: 'name', message: messages.nameTaken }] },
  products_live_part_key: { errors: [{ field: 'partNumber', message: messages.partNumberTaken }] },
}
