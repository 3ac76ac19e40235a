import type { Pool } from 'pg'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { messages, orderRuleProblem } from '#contract/orders/quantity-rules.ts'
import type { FieldError } from '#contract/shared/problem-document.ts'
import { chargeMin } from '#contract/shared/quantity.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { taxedSums } from '#contract/taxes/tax-lines.ts'
import type { Charges } from '#contract/taxes/tax-lines.ts'
import { AppError } from '../../errors/errors.ts'
import { leastGoods, loadListOfAccount, unitPriceFor } from '../prices/account-list.ts'
import type { LoadedList } from '../prices/account-list.ts'
import { findProducts } from '../products/queries.ts'
import type { ReservationLimits } from './reservation-limits.ts'
import { reservationRefusal } from './reservation-refusals.ts'
import type { WantedUnits } from './reservation-refusals.ts'

interface Refused {
  userId: string
  lines: readonly WantedUnits[]
  price: number
  limits: ReservationLimits
  charges: Charges
}

/** The reason why the statement placed no order; undefined if it has gone since. */
export async function refusal(
  pool: Pool,
  { userId, lines, price, limits, charges }: Refused,
): Promise<AppError | undefined> {
  const ids = lines.map(({ product }) => product)
  const [products, list] = await Promise.all([
    findProducts(pool, ids),
    loadListOfAccount(pool, userId, ids),
  ])
  const found = lines.flatMap(({ product: id, quantity }, index) => {
    const product = products.get(id)
    return product ? [{ id, quantity, product, field: fieldOf(lines, index) }] : []
  })
  if (found.length < lines.length) return missingProducts(lines, products)

  const unsold = found.flatMap(({ quantity, product, field }): FieldError[] => {
    const message = orderRuleProblem(quantity, product)
    return message ? [{ field, message }] : []
  })
  if (unsold.length > 0) return new AppError('invalid', { errors: unsold })

  const priced = found.map(({ id, quantity, product }) => ({
    product: id,
    unitPrice: unitPriceFor(product, quantity, list),
    listPrice: product.price,
    quantity,
  }))
  const mispriced = priceRefusal(priced, { price, charges, list })
  if (mispriced) return mispriced
  const short = found.filter(({ quantity, product }) => product.quantity < quantity)
  return short.length > 0
    ? shortage(short, lines.length)
    : reservationRefusal(pool, { userId, lines, limits })
}

interface PricedLine {
  product: string
  unitPrice: number
  listPrice: number
  quantity: number
}

/** The reason if the order is worth too little, or costs another total than the buyer agreed to. */
function priceRefusal(
  lines: readonly PricedLine[],
  { price, charges, list }: Pick<Refused, 'price' | 'charges'> & { list?: LoadedList | undefined },
) {
  const { goods, total: currentTotal } = taxedSums(lines, charges)
  const least = leastGoods(list)
  if (goods < least) {
    const detail = `Minimum order value is ${dollars(least)}; these goods come to ${dollars(goods)}`
    return new AppError('too-little', { detail })
  }
  if (toCents(currentTotal) < chargeMin) {
    const detail = `Orders must be at least ${dollars(toDollars(chargeMin))}; this one comes to ${dollars(currentTotal)}`
    return new AppError('too-little', { detail })
  }
  const listed = lines.map(({ listPrice, quantity }) => ({ unitPrice: listPrice, quantity }))
  const { total: listTotal } = taxedSums(listed, charges)
  // What the original client sends, which knows the price of one unit only.
  const isListTotal = listTotal > currentTotal && toCents(listTotal) === toCents(price)
  if (toCents(currentTotal) === toCents(price) || isListTotal) return undefined
  return new AppError('price-changed', {
    detail: `The total is now ${dollars(currentTotal)}`,
    currentTotal,
    lines: lines.map(({ product, unitPrice, quantity }) => ({
      product,
      unitPrice,
      amount: goodsTotal(unitPrice, quantity),
    })),
  })
}

/** The quantity of an order of one product is a field of its own. */
const fieldOf = (lines: readonly unknown[], index: number) =>
  lines.length === 1 ? 'quantity' : `lines.${index}.quantity`

function missingProducts(lines: readonly WantedUnits[], products: ReadonlyMap<string, unknown>) {
  if (lines.length === 1) return new AppError('not-found', { detail: 'There is no such product' })
  const missing = lines.filter(({ product }) => !products.has(product))
  return new AppError('not-found', {
    detail: `${missing.length} of the parts are no longer sold`,
    lines: missing.map(({ product }) => ({ product })),
  })
}

interface Short {
  id: string
  product: { name: string; quantity: number }
  field: string
}

function shortage(short: readonly Short[], lineCount: number) {
  const errors = short.map(({ field }) => ({ field, message: messages.quantityTooHigh }))
  const lines = short.map(({ id, product }) => ({ product: id, available: product.quantity }))
  const [first] = short
  if (lineCount === 1 && first) {
    const available = first.product.quantity
    return new AppError('insufficient-stock', {
      detail: `${groupDigits(available)} units are available`,
      available,
      errors,
      lines,
    })
  }
  const detail = short.map(
    ({ product }) => `${product.name}: ${groupDigits(product.quantity)} units are available`,
  )
  return new AppError('insufficient-stock', { detail: detail.join('. '), errors, lines })
}
