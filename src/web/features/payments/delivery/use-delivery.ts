import { useRef, useState } from 'react'
import type { Delivery, Order } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { useChange } from '#web/domain/use-change.ts'
import { hasDraft } from '#web/lib/forms/use-reopened.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { addressLine, asDelivery, savedAs } from './known-address.ts'
import { useAddressBook, useKnownAddress } from './use-known-address.ts'

export type DeliveryChoice = ReturnType<typeof useDelivery>

/** What the form of a new address does when the order needs it. */
export interface NewAddressForm {
  /** Stores the address; returns its id, or undefined once the fields say what is missing and have the focus. */
  save: () => Promise<string | undefined>
}

/** Values of the choice beside the ids of the address book. */
export const newAddress = ''
/** The address of the order as a text, which is not in the address book. */
const asItIs = 'as it is'

/** The delivery address of an order: one of the address book, a new one that is added to it, or the text that is known. */
export function useDelivery({ _id, delivery, paid }: Order) {
  const call = useChange('order', 'ownOrders')
  const draftName = `address of order ${_id}`
  // The address typed before the session ended is shown at once, not the former one.
  const [wasTyping] = useState(() => hasDraft(draftName))
  const [hasAsked, setHasAsked] = useState(wasTyping)
  const [picked, setPicked] = useState(wasTyping ? newAddress : undefined)
  const [problem, setProblem] = useState<string>()
  const typed = useRef<NewAddressForm>(null)
  const { known, defaults, isLoading } = useKnownAddress({ isWanted: delivery === null })
  const { book, isLoading: isLoadingBook } = useAddressBook({
    isWanted: !paid || delivery === null,
  })
  // A form without the book would change under the customer's hands and lose the focus.
  const isChanging = hasAsked && !isLoadingBook && !isLoading
  /** The address that the order has, or gets when it is paid. */
  const address = delivery ?? (paid ? undefined : known?.delivery)
  const inBook = address && (known?.saved ?? savedAs(address, book))
  const chosen = picked ?? inBook ?? (address ? asItIs : newAddress)

  /** Saves the choice with the order; returns whether it succeeded. The form shows why not. */
  async function save(): Promise<boolean> {
    setProblem(undefined)
    if (chosen === asItIs) return delivery || !address ? keep() : store({ typed: address })
    if (chosen !== newAddress) return store({ saved: chosen })
    const added = await typed.current?.save()
    if (added === undefined) return false
    // It is not added again if the order does not take it.
    setPicked(added)
    return store({ saved: added })
  }

  async function store(choice: { saved: string } | { typed: Delivery }): Promise<boolean> {
    const params = { id: _id }
    try {
      await ('saved' in choice
        ? call(ownOrders.deliverTo, { params, body: { address: choice.saved } })
        : call(ownOrders.deliver, { params, body: choice.typed }))
    } catch (error) {
      setHasAsked(true)
      setProblem(sentenceFor(error))
      return false
    }
    keep()
    return true
  }

  function keep(): true {
    setProblem(undefined)
    setPicked(undefined)
    setHasAsked(false)
    return true
  }

  return {
    draftName,
    address,
    isAsked: isChanging || (!address && !isLoading && !isLoadingBook),
    /** Whether the form opens as soon as the address book is loaded. */
    isOpening: hasAsked && !isChanging,
    /** Whether it is not known yet where the order goes. */
    isLoading: delivery === null && (isLoading || isLoadingBook),
    choices: [
      ...book.map((entry) => ({ id: entry._id, text: addressLine(asDelivery(entry)) })),
      ...(address && !inBook ? [{ id: asItIs, text: addressLine(address) }] : []),
    ],
    chosen,
    problem,
    /** The values that a new address starts with. */
    defaults: { phone: defaults.phone, country: book[0]?.country },
    typed,
    pick(id: string) {
      setProblem(undefined)
      setPicked(id)
    },
    change: () => setHasAsked(true),
    keep,
    save,

    /**
     * Makes the order ready to be paid: it has an address then. Returns false if none is known, or it could not be saved; the
     * form says why and has the focus.
     */
    async prepare(): Promise<boolean> {
      if (delivery && !isChanging) return true
      return save()
    },
  }
}
