import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Delivery, type Order, orders } from '#contract/orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { isWithoutAddress, savedAs } from './known-address.ts'
import { useAddressBook, useKnownAddress } from './use-known-address.ts'

export type DeliveryChoice = ReturnType<typeof useDelivery>

const validate = zodResolver(Delivery)

/** The delivery address of an order: one of the address book, or the one in the form. */
export function useDelivery({ _id, delivery, paid }: Order) {
  const client = useQueryClient()
  const { name } = useAccount()
  const [hasAsked, setHasAsked] = useState(false)
  const { known, defaults, isLoading } = useKnownAddress({ isWanted: delivery === null })
  const { book, isLoading: isLoadingBook } = useAddressBook({
    isWanted: !paid || delivery === null,
  })
  // A form without the book would change under the customer's hands and lose the focus.
  const isChanging = hasAsked && !isLoadingBook
  /** An id of the address book; empty for another address. Undefined before a choice. */
  const [picked, setPicked] = useState<string>()
  /** The address that the order has, or gets when it is paid. */
  const address = delivery ?? (paid ? undefined : known?.delivery)
  const saved = picked ?? known?.saved ?? (address && savedAs(address, book)) ?? ''
  const isAsked = isChanging || (!address && !isLoading)
  // An order can be paid without an address. An empty form is wrong only if it is to be saved.
  const needsAddress = useRef(false)
  const resolver: Resolver<Delivery> = (values, context, options) =>
    needsAddress.current || !isWithoutAddress(values)
      ? validate(values, context, options)
      : { values, errors: {} }

  const form = useForm<Delivery>({
    resolver,
    values: delivery ?? known?.delivery ?? { name, ...defaults },
    resetOptions: { keepDirtyValues: true },
  })

  /** Saves the address; returns whether it succeeded. The fields show errors. */
  async function save(): Promise<boolean> {
    if (saved) return store({ saved })
    let isSaved = false
    needsAddress.current = true
    await form.handleSubmit(async (typed) => {
      isSaved = await store({ typed })
    })()
    needsAddress.current = false
    return isSaved
  }

  async function store(chosen: { saved: string } | { typed: Delivery }): Promise<boolean> {
    const params = { id: _id }
    try {
      await ('saved' in chosen
        ? call(ownOrders.deliverTo, { params, body: { address: chosen.saved } })
        : call(ownOrders.deliver, { params, body: chosen.typed }))
    } catch (error) {
      setHasAsked(true)
      showProblem(form, error)
      return false
    }
    await Promise.all(
      [orders.one, ownOrders.mine].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
    setHasAsked(false)
    return true
  }

  return {
    form,
    address,
    isAsked,
    /** Whether the form opens as soon as the address book is loaded. */
    isOpening: hasAsked && isLoadingBook,
    book,
    saved,
    pick(id: string) {
      form.clearErrors()
      setPicked(id)
    },
    change: () => setHasAsked(true),
    keep() {
      form.reset()
      setPicked(undefined)
      setHasAsked(false)
    },
    save,

    /**
     * Makes the order ready to be paid: saves its address, or none if the form is empty and the order has none. Returns
     * false if the address is wrong or could not be saved.
     */
    async prepare(): Promise<boolean> {
      if (delivery && !isChanging) return true
      if (known && !isChanging) {
        return store(known.saved ? { saved: known.saved } : { typed: known.delivery })
      }
      if (!delivery && !saved && isWithoutAddress(form.getValues())) {
        form.clearErrors()
        return true
      }
      return save()
    },
  }
}
