import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { shop } from '#contract/shop.ts'
import { useReference } from '#web/domain/orders/reference-habit.tsx'
import { useTaxes } from '#web/domain/orders/use-taxes.ts'
import { read } from '#web/lib/api/api.ts'
import { type Draft, readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useQuantity } from './use-quantity.ts'

/** The fields of an order of one part. Any change of them answers the refusal before it. */
export function useOrderForm(product: Product, initialQuantity: string) {
  const draftName = `order of ${product._id}`
  const [before] = useState(() => readDraft(draftName))
  const [isRestored, setIsRestored] = useState(Object.keys(before).length > 0)
  const { data: settings } = useQuery(read(shop.config, {}))
  const taxes = useTaxes()
  const reference = useReference(() => before['reference'])
  const ordering = usePlaceOrder(product)
  const { open, refusal, forgetRefusal } = ordering
  const stocked = withUnitsOf(open, product)
  const quantity = useQuantity(
    stocked,
    // Until the settings are loaded, the server rejects a total without the shipping cost; nothing
    // is charged.
    { shippingCost: settings?.shippingCost ?? 0, taxes },
    initialQuantity || (before['quantity'] ?? String(open?.quantity ?? '')),
  )
  // The open order is sent again as it was, calculated or not.
  const isCalculated = quantity.isCalculated || quantity.typed === String(open?.quantity)

  function reset() {
    writeDraft(draftName, {})
    setIsRestored(false)
    quantity.reset()
    reference.reset()
  }

  const keep = (typed: Draft) => writeDraft(draftName, { ...readDraft(draftName), ...typed })

  return {
    /** The text typed before a reload or a sign-in. */
    draft: { isRestored, overtaken: [], discard: reset },
    /** The part, with the units that the open order may have taken. */
    product: stocked,
    quantity: {
      ...quantity,
      isCalculated,
      change(typed: string) {
        forgetRefusal()
        quantity.change(typed)
        keep({ quantity: typed })
      },
      choose(units: number) {
        forgetRefusal()
        quantity.choose(units)
        keep({ quantity: String(units) })
      },
    },
    reference: {
      ...reference,
      change(typed: string) {
        forgetRefusal()
        reference.change(typed)
        keep({ reference: typed })
      },
    },
    isPlacing: ordering.isPlacing,
    placed: ordering.placed,
    refusal,
    open,
    repeat: () => ordering.repeat(reset),
    place: () =>
      ordering.place({
        quantity: quantity.units,
        total: quantity.total,
        reference: reference.sent || undefined,
        onPlaced: reset,
      }),
  }
}

/** While the outcome of an order is not known, the units that the stock lacks may be its own. */
const withUnitsOf = (open: { quantity: number } | undefined, product: Product): Product =>
  open ? { ...product, quantity: Math.max(product.quantity, open.quantity) } : product
