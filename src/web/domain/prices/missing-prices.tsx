import { Button } from '#web/ui/button.tsx'
import { useMissingPrices } from './own-prices.ts'
import { useShownPrices } from './price-list.ts'

/**
 * Says once on a page, to an account on a price list, that its prices are the public ones. If the list could not be read
 * either, the account may be on one, so it is shown too: nobody should order at a price that is too high unknowingly.
 */
export function MissingPrices() {
  const { areMissing, retry } = useMissingPrices()
  const shown = useShownPrices(areMissing)
  const isShown = areMissing && shown === 'own'
  return (
    <div className="banner" data-shown={isShown}>
      <output>{isShown && 'Prices of your account could not be loaded.'}</output>
      {isShown && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
