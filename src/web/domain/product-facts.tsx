import { specifiedTexts } from '#web/content/specified-texts.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dollars } from '#contract/shared/formatting.ts'

const lowStock = 20

export function UnitPrice({ price, large }: { price: number; large?: boolean }) {
  return (
    <p className={classNames('unit-price', large && 'unit-price--large')}>
      {dollars(price)} <small>{specifiedTexts.product.perUnit}</small>
    </p>
  )
}

/** What workshops order by; nothing where a product has none. */
export function PartNumber({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p className="part-number">
      Part no. <span className="mono">{children}</span>
    </p>
  )
}

export function Stock({ quantity }: { quantity: number }) {
  const look = quantity === 0 ? 'stock--out' : quantity < lowStock && 'stock--low'
  return <p className={classNames('stock', look)}>{specifiedTexts.product.available(quantity)}</p>
}
