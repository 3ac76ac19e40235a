import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import { shop } from '#contract/shop.ts'
import { useReference } from '#web/domain/orders/reference-habit.tsx'
import { useTaxes } from '#web/domain/orders/use-taxes.ts'
import { read } from '#web/lib/api/api.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useQuantity } from './use-quantity.ts'

/** The fields of an order of one part. Any change of them answers the refusal before it. */
export function useOrderForm(product: Product, initialQuantity: string) {
  const draftName = `quantity of ${product._id}`
  const { data: settings } = useQuery(read(shop.config, {}))
  const taxes = useTaxes()
  const quantity = useQuantity(
    product,
    // Until the settings are loaded, the server rejects a total without the shipping cost; nothing
    // is charged.
    { shippingCost: settings?.shippingCost ?? 0, taxes },
    initialQuantity || (readDraft(draftName)['quantity'] ?? ''),
  )
  const reference = useReference()
  const { place, isPlacing, placed, refusal, forgetRefusal } = usePlaceOrder(product, () => {
    writeDraft(draftName, {})
    quantity.reset()
    reference.reset()
  })

  return {
    quantity: {
      ...quantity,
      change(typed: string) {
        forgetRefusal()
        quantity.change(typed)
        writeDraft(draftName, { quantity: typed })
      },
      choose(units: number) {
        forgetRefusal()
        quantity.choose(units)
        writeDraft(draftName, { quantity: String(units) })
      },
    },
    reference: {
      ...reference,
      change(typed: string) {
        forgetRefusal()
        reference.change(typed)
      },
    },
    isPlacing,
    placed,
    refusal,
    place: () =>
      place({
        quantity: quantity.units,
        total: quantity.total,
        reference: reference.sent || undefined,
      }),
  }
}
