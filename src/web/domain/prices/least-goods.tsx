import { dollars } from '#contract/formats/formatting.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { useOwnPrices } from './own-prices.ts'

type LeastGoodsProps = {
  /** A part of the order, whose prices name the list. */
  product: string
  /** In dollars. */
  goods: number
}

/** What an order lacks of the least goods that the account's list asks for; nothing if it lacks none. */
export function LeastGoods({ product, goods }: LeastGoodsProps) {
  const { least } = useOwnPrices(product)
  if (!least || goods >= least.goods) return null
  const missing = toDollars(toCents(least.goods) - toCents(goods))
  return (
    <p className="least-goods">
      {least.list} orders from {dollars(least.goods)}: add {dollars(missing)}.
    </p>
  )
}
