import { dollars } from '#contract/formats/formatting.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { useOwnPrices } from './own-prices.ts'

type LeastGoodsProps = {
  /** A part of the order, whose prices name the list. */
  product: string
  /** In dollars. */
  goods: number
}

/** How far an order is below the minimum order value of the account's list; nothing if it is not. */
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
