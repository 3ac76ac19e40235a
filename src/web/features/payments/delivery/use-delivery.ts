import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Delivery, type Order, orders } from '#contract/orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { isWithoutAddress } from './known-address.ts'
import { useKnownAddress } from './use-known-address.ts'

export type DeliveryChoice = ReturnType<typeof useDelivery>

const validate = zodResolver(Delivery)

/** The delivery address of an order, and its form. */
export function useDelivery({ _id, delivery, paid }: Order) {
  const client = useQueryClient()
  const { name } = useAccount()
  const [isChanging, setIsChanging] = useState(false)
  const { known, defaults, isLoading } = useKnownAddress({ isWanted: delivery === null })
  /** The address that the order has, or gets when it is paid. */
  const address = delivery ?? (paid ? undefined : known)
  const isAsked = isChanging || (!address && !isLoading)
  // An order can be paid without an address. An empty form is wrong only if it is to be saved.
  const needsAddress = useRef(false)
  const resolver: Resolver<Delivery> = (values, context, options) =>
    needsAddress.current || !isWithoutAddress(values)
      ? validate(values, context, options)
      : { values, errors: {} }

  const form = useForm<Delivery>({
    resolver,
    values: delivery ?? known ?? { name, ...defaults },
    resetOptions: { keepDirtyValues: true },
  })

  /** Saves the address; returns whether it succeeded. The fields show errors. */
  async function save(): Promise<boolean> {
    let isSaved = false
    needsAddress.current = true
    await form.handleSubmit(async (body) => {
      isSaved = await store(body)
    })()
    needsAddress.current = false
    return isSaved
  }

  async function store(body: Delivery): Promise<boolean> {
    try {
      await call(ownOrders.deliver, { params: { id: _id }, body })
    } catch (error) {
      setIsChanging(true)
      showProblem(form, error)
      return false
    }
    await Promise.all(
      [orders.one, ownOrders.mine].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
    setIsChanging(false)
    return true
  }

  return {
    form,
    address,
    isAsked,
    change: () => setIsChanging(true),
    keep() {
      form.reset()
      setIsChanging(false)
    },
    save,

    /**
     * Makes the order ready to be paid: saves its address, or none if the form is empty and the order has none. Returns
     * false if the address is wrong or could not be saved.
     */
    async prepare(): Promise<boolean> {
      if (delivery && !isChanging) return true
      if (known && !isChanging) return store(known)
      if (!delivery && isWithoutAddress(form.getValues())) {
        form.clearErrors()
        return true
      }
      return save()
    },
  }
}
