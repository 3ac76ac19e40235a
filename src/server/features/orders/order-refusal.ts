import type { Pool } from 'pg'
import { toCents } from '#contract/shared/fields.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { messages, orderRuleProblem } from '#contract/orders/quantity-rules.ts'
import type { FieldError } from '#contract/shared/problem-document.ts'
import { goodsTotal, sumsOfLines } from '#contract/shared/shipping.ts'
import { AppError } from '../../errors/errors.ts'
import { findProducts } from '../products/queries.ts'
import type { ReservationLimits } from './reservation-limits.ts'
import { reservationRefusal } from './reservation-refusals.ts'
import type { WantedUnits } from './reservation-refusals.ts'

interface Refused {
  userId: string
  lines: readonly WantedUnits[]
  price: number
  limits: ReservationLimits
  shippingCost: number
}

/** The reason why the statement placed no order. */
export async function refusal(
  pool: Pool,
  { userId, lines, price, limits, shippingCost }: Refused,
): Promise<AppError> {
  const products = await findProducts(
    pool,
    lines.map(({ product }) => product),
  )
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
    unitPrice: product.price,
    quantity,
  }))
  const { total: currentTotal } = sumsOfLines(priced, shippingCost)
  if (toCents(currentTotal) !== toCents(price)) {
    return new AppError('price-changed', {
      detail: `The total is now ${dollars(currentTotal)}`,
      currentTotal,
      lines: priced.map(({ product, unitPrice, quantity }) => ({
        product,
        unitPrice,
        amount: goodsTotal(unitPrice, quantity),
      })),
    })
  }
  const short = found.filter(({ quantity, product }) => product.quantity < quantity)
  if (short.length === 0) {
    const limited = await reservationRefusal(pool, { userId, lines, limits })
    if (limited) return limited
  }
  return shortage(short.length > 0 ? short : found, lines.length)
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
      detail: `${available} units are available`,
      available,
      errors,
      lines,
    })
  }
  const detail = short.map(
    ({ product }) => `${product.name}: ${product.quantity} units are available`,
  )
  return new AppError('insufficient-stock', { detail: detail.join('. '), errors, lines })
}
