import { type NewOrderOfLines, orders, reservationProblems } from '#contract/orders.ts'
import { cheaperOrder } from '#contract/prices/larger-orders.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { quickOrder, type QuickRow, viasOf } from '#contract/quick-order.ts'
import { type Charges, taxedSums } from '#contract/taxes/tax-lines.ts'
import { readQuickDraft, updateQuickDraft } from './quick-draft.ts'
import { keysOfLine } from '#web/domain/cart/keys-of-line.ts'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { call } from '#web/lib/api/api.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { referenceProblemOf } from '#web/domain/orders/reference-habit.tsx'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { type Reservable, reservableUnits } from '../refusals/reservable-units.ts'
import { isOrderable, type Orderable } from './quick-list.ts'
import { rowRefusal, stopsOrdering } from './refusals.ts'

/** Each row with the price of a unit in its quantity. */
export const pricedRows = (rows: readonly Orderable[]) =>
  rows.map(({ product, quantity }) => ({
    product: product._id,
    name: product.name,
    unitPrice: unitPrice(product, quantity),
    quantity,
  }))

/** The larger quantity of a row that makes one order of all rows cheaper. */
export function cheaperRow(row: QuickRow, rows: readonly Orderable[], charges: Charges) {
  if (!isOrderable(row)) return undefined
  const others = pricedRows(rows).filter(({ product }) => product !== row.product._id)
  return cheaperOrder(row.product, row.quantity, { ...charges, others })
}

/** Parts, units and sums of one order of all rows. */
export function oneOrder(rows: readonly Orderable[], charges: Charges) {
  const lines = pricedRows(rows)
  return {
    lines,
    unitPrice: lines[0]?.unitPrice ?? 0,
    quantity: lines.reduce((units, { quantity }) => units + quantity, 0),
    ...taxedSums(lines, charges),
  }
}

/**
 * Places one order of all rows. Its idempotency key is kept, also over a reload, until the order is known to be
 * placed: a retry of the same order after a lost response places it once.
 */
export async function placeTogether(
  rows: readonly Orderable[],
  { reference, price }: Pick<NewOrderOfLines, 'price'> & { reference: string },
): Promise<string> {
  const car = chosenCar()
  const body: NewOrderOfLines = {
    lines: rows.map((row) => ({
      product: row.product._id,
      quantity: row.quantity,
      ...keysOfLine({ car, number: numberOf(row) }),
    })),
    price,
    ...(reference && { reference }),
  }
  const order = JSON.stringify(body)
  const { order: last, key } = readQuickDraft()
  const idempotencyKey = last === order && key ? key : newIdempotencyKey()
  updateQuickDraft({ order, key: idempotencyKey })
  const { insertedId } = await call(quickOrder.place, { body }, { idempotencyKey })
  updateQuickDraft({ order: '', key: '', reference: '' })
  return insertedId
}

/** The first number that the part of a row was found by, if it is not the part's own. */
const numberOf = (row: QuickRow) => viasOf(row).find(({ kind }) => kind !== 'own')?.number

/**
 * Places a row as its own order. It keeps its idempotency key, also over a reload, until it is known to be placed: a
 * retry after a lost response places one order.
 */
async function placeRow(row: Orderable, reference: string): Promise<string> {
  const { product, quantity, total } = row
  const keys = keysOfLine({ car: chosenCar(), number: numberOf(row) })
  const attempt = [product._id, quantity, ...Object.values(keys), reference].join(' ')
  const idempotencyKey = readQuickDraft()[attempt] ?? newIdempotencyKey()
  updateQuickDraft({ [attempt]: idempotencyKey })
  try {
    const { insertedId } = await call(
      orders.place,
      {
        body: {
          product: product._id,
          name: product.name,
          quantity,
          price: total,
          ...(reference && { reference }),
          ...keys,
        },
      },
      { idempotencyKey },
    )
    updateQuickDraft({ [attempt]: '' })
    return insertedId
  } catch (error) {
    if (isProblem(error, 'key-reused')) updateQuickDraft({ [attempt]: '' })
    throw error
  }
}

interface Placing {
  reference: string
  /** Called before each row with the number of rows before it. */
  onProgress: (rows: number) => void
}

interface PlacedSeparately<Row> {
  placed: { order: string; row: Row }[]
  /** The reason of each row that was refused, by product. */
  refused: Map<string, string>
  reservable: Reservable
  /** The last refusal of a reservation that the account can do something about. */
  limited: ApiError | undefined
  referenceProblem: string | undefined
}

/** Places one order for each row, in turn. Stops at an error that would fail all following rows too. */
export async function placeSeparately<Row extends Orderable>(
  rows: readonly Row[],
  { reference, onProgress }: Placing,
): Promise<PlacedSeparately<Row>> {
  const placed: { order: string; row: Row }[] = []
  const refused = new Map<string, string>()
  const reservable = new Map<string, number>()
  let limited: ApiError | undefined
  for (const [index, row] of rows.entries()) {
    onProgress(index)
    try {
      placed.push({ order: await placeRow(row, reference), row })
    } catch (error) {
      const referenceProblem = referenceProblemOf(error)
      if (referenceProblem) return { placed, refused, reservable, limited, referenceProblem }
      refused.set(row.product._id, rowRefusal(error, row))
      for (const [id, units] of reservableUnits(error)) reservable.set(id, units)
      if (isProblem(error, ...reservationProblems)) limited = error
      if (stopsOrdering(error)) break
    }
  }
  return { placed, refused, reservable, limited, referenceProblem: undefined }
}
