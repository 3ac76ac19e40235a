import './own-price.css'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import type { Prices } from '#contract/prices/unit-price.ts'
import type { OrderRules } from '#contract/shared/quantity.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { FromLine, UnitPrice } from '../product-facts.tsx'
import { Ladder, rungsOf } from './ladder.tsx'
import { useOwnPrices } from './own-prices.ts'

type OwnPriceProps = {
  product: OrderRules & Prices & { _id: string }
  /** On a card, in a row of a table, in a suggestion, on the page of the part, or its prices by quantity. */
  look: 'card' | 'short' | 'brief' | 'large' | 'ladder'
}

/** The account's price over the public one, which it is never above; nothing for everyone else. */
export function OwnPrice({ product, look }: OwnPriceProps) {
  const { own } = useOwnPrices(product._id)
  if (!own) return null
  const part = { ...product, ...own }
  const [, lower] = rungsOf(part)
  return (
    <div className={`own-price own-price--${look}`}>
      {look === 'ladder' ? (
        <OwnLadder part={part} most={rungsOf(product).length} />
      ) : (
        <>
          {look === 'short' ? (
            <p>
              {dollars(own.price)} <small>{specifiedTexts.product.perUnit}</small>
            </p>
          ) : (
            <UnitPrice price={own.price} large={look === 'large'} />
          )}
          {product.breaks && look !== 'large' && <FromLine product={part} />}
          <p
            className={look === 'brief' ? 'visually-hidden' : 'own-price__origin'}
            title={own.from}
          >
            Your price: <b>{own.from}</b>
            {look === 'large' && !product.breaks && lower && (
              <>
                , from {groupDigits(lower.from)}: {dollars(lower.price)}
              </>
            )}
          </p>
        </>
      )}
    </div>
  )
}

/** Takes the space of the public price breaks; details are on the order page. */
function OwnLadder({ part, most }: { part: OrderRules & Prices; most: number }) {
  const rungs = rungsOf(part)
  if (rungs.length === 1) return <p className="muted small">The same for every quantity</p>
  return <Ladder part={{ ...part, breaks: rungs.slice(1, most) }} />
}
