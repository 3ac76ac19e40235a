import { groupDigits } from '#contract/formats/formatting.ts'
import { reservationProblems } from '#contract/orders/orders.ts'
import { cheaperOrder } from '#contract/prices/larger-orders.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { type NewOrderFromCart, type QuickRow, viasOf } from '#contract/quick-order.ts'
import { type Charges, taxedSums } from '#contract/taxes/tax-lines.ts'
import { keysOfLine } from '#web/domain/cart/keys-of-line.ts'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { attemptNames } from '#web/lib/forms/attempts.ts'
import { referenceProblemOf } from '#web/domain/orders/reference-habit.tsx'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { learnOutcome, PlacedBefore, placeOnce, type Shown } from '../attempts/place-once.ts'
import { isOrderable, type Orderable } from './quick-list.ts'
import { rowRefusal, stopsOrdering } from './refusals.ts'

/** Each row with the price of a unit in its quantity. */
const pricedRows = (rows: readonly Orderable[]) =>
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

/** The form of a list, for its open order; that of a row follows. */
export const listForm = 'quick order'

const formOf = ({ product }: Orderable) => `${listForm} ${product._id}`

/** What the page showed of an order of a list. */
export interface ShownRows extends Shown {
  rows: readonly { product: string; quantity: number }[]
}

const shownRows = (rows: readonly Orderable[]) =>
  rows.map(({ product, quantity }) => ({ product: product._id, quantity }))

/** Before orders of these forms: another open order of the list may have the same rows. */
async function settleOthers(forms: readonly string[]) {
  for (const name of attemptNames(listForm)) {
    if (forms.includes(name)) continue
    const earlier = await learnOutcome<ShownRows>(name)
    if (earlier) throw new PlacedBefore(earlier.order, earlier.shown)
  }
}

/** Places one order of all rows, beside the orders `again` of the same list. */
export async function placeTogether(
  rows: readonly Orderable[],
  {
    reference,
    price,
    goods,
    again,
  }: { reference: string; price: number; goods: string; again: string[] },
): Promise<string> {
  await settleOthers([listForm])
  const order: NewOrderFromCart = {
    lines: rows.map(lineOf),
    price,
    again,
    ...(reference && { reference }),
  }
  const shown: ShownRows = { goods, total: price, rows: shownRows(rows) }
  return placeOnce({ name: listForm, order, shown })
}

const lineOf = (row: Orderable) => ({
  product: row.product._id,
  quantity: row.quantity,
  ...keysOfLine({ car: chosenCar(), number: numberOf(row) }),
})

/** The first number that the part of a row was found by, if it is not the part's own. */
const numberOf = (row: QuickRow) => viasOf(row).find(({ kind }) => kind !== 'own')?.number

/** Places a row as its own order. */
function placeRow(
  row: Orderable,
  { reference, known }: { reference: string; known?: KnownOrders | undefined },
): Promise<string> {
  const { product, quantity, total } = row
  const order: NewOrderFromCart = {
    lines: [lineOf(row)],
    price: total,
    ...known,
    ...(reference && { reference }),
  }
  const goods = `${groupDigits(quantity)} × ${product.name}`
  const shown: ShownRows = { goods, total, rows: shownRows([row]) }
  return placeOnce({ name: formOf(row), order, shown })
}

/** After the first row of a press: the shop would ask about its order. */
async function placeFurther(row: Orderable, reference: string): Promise<string> {
  try {
    return await placeRow(row, { reference })
  } catch (error) {
    // An open order of the row was sent again as it was, when the row was the first.
    if (isProblem(error, 'ordered-meanwhile')) return placeRow(row, { reference })
    throw error
  }
}

type KnownOrders = Required<Pick<NewOrderFromCart, 'again' | 'list'>>

/** What became of the open orders of the list and of its rows: those that were placed. Rejects if the shop cannot be reached. */
export async function learnOutcomes() {
  const placed: { order: string; shown: ShownRows }[] = []
  for (const name of attemptNames(listForm)) {
    const earlier = await learnOutcome<ShownRows>(name)
    if (earlier) placed.push(earlier)
  }
  return placed
}

interface Placing {
  reference: string
  /** Orders of parts of the list that the buyer knows of. */
  again: readonly string[]
  /** Called before each row with the number of rows before it. */
  onProgress: (rows: number) => void
}

interface PlacedSeparately<Row> {
  placed: { order: string; row: Row }[]
  /** The reason of each row that was refused, by product. */
  refused: Map<string, string>
  /** The last refusal of a reservation that the account can do something about. */
  limited: ApiError | undefined
  referenceProblem: string | undefined
}

/**
 * Places one order for each row, in turn. Stops at an error that would fail all following rows too. Rejects before the
 * first one if the account has ordered the list meanwhile, in other orders than `again`.
 */
export async function placeSeparately<Row extends Orderable>(
  rows: readonly Row[],
  { reference, again, onProgress }: Placing,
): Promise<PlacedSeparately<Row>> {
  await settleOthers(rows.map(formOf))
  const known = { again: [...again], list: rows.map(({ product }) => product._id) }
  const placed: { order: string; row: Row }[] = []
  const refused = new Map<string, string>()
  let limited: ApiError | undefined
  for (const [index, row] of rows.entries()) {
    onProgress(index)
    try {
      const order = await (placed.length === 0
        ? placeRow(row, { reference, known })
        : placeFurther(row, reference))
      placed.push({ order, row })
    } catch (error) {
      if (isProblem(error, 'ordered-meanwhile')) throw error
      if (error instanceof PlacedBefore) known.again.push(error.order)
      const referenceProblem = referenceProblemOf(error)
      if (referenceProblem) return { placed, refused, limited, referenceProblem }
      refused.set(row.product._id, rowRefusal(error, row))
      if (isProblem(error, ...reservationProblems)) limited = error
      if (stopsOrdering(error)) break
    }
  }
  return { placed, refused, limited, referenceProblem: undefined }
}
