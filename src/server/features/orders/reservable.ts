import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { isInBound, limitNumbers, selectTerms } from './reservation-limits.ts'
import type { ReservationLimits, Terms } from './reservation-limits.ts'

/** A product that can be ordered, with the units that are in stock. */
export interface ReservablePart {
  id: string
  in_stock: number
  /** Whether an uncovered order may reserve the wanted units of it. */
  is_in_bound: boolean
}

interface Wanted {
  userId: string
  lines: readonly { product: string; quantity: number }[]
  limits: ReservationLimits
  totalCents: number
}

type TermsOfOrder = Terms & { is_covered: boolean }

/**
 * The terms of an order that exists, and its parts, archived ones left out. Locks the account's reservations and then the
 * products' rows, as the statement that places an order does.
 */
export async function lockForReservation(
  trx: Transaction<Schema>,
  { userId, lines, limits, totalCents }: Wanted,
): Promise<{ terms: TermsOfOrder; parts: ReservablePart[] }> {
  const products = sql`${lines.map(({ product }) => product)}::uuid[]`
  const selected = selectTerms('account', 'products', 'limits')
  const { rows } = await sql<TermsOfOrder>`
    select terms.*, ${totalCents}::bigint <= covered_cents as is_covered
    from (select ${userId}::uuid as account, ${products} as products,
        ${limitNumbers(limits)}::float8[] as limits) as asked
      cross join lateral (${sql.raw(selected)}) as terms`.execute(trx)
  const [terms] = rows
  if (!terms) throw new AppError('not-found')
  const { rows: parts } = await sql<ReservablePart>`
    select products.id, quantity as in_stock, ${sql.raw(isInBound('units'))} as is_in_bound
    from unnest(${products}, ${lines.map(({ quantity }) => quantity)}::integer[]) as wanted (id, units)
      join products on products.id = wanted.id
    where archived_at is null
    order by products.id for no key update of products`.execute(trx)
  return { terms, parts }
}
