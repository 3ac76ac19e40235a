import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Delivery, type Order, orders } from '#contract/orders.ts'
import { profiles } from '#contract/profiles.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { useAccount } from '#web/lib/session/session.tsx'

export type DeliveryChoice = ReturnType<typeof useDelivery>

/** Delivery form of an order. */
export function useDelivery({ _id, delivery }: Order) {
  const client = useQueryClient()
  const { name, email } = useAccount()
  const [isChanging, setIsChanging] = useState(false)
  const isAsked = delivery === null || isChanging
  // Loaded only if the order has no address: the profile provides the defaults.
  const profile = useQuery({
    ...read(profiles.one, { params: { email } }),
    enabled: delivery === null,
  })
  const form = useForm<Delivery>({
    resolver: zodResolver(Delivery),
    values: delivery ?? {
      name,
      phone: profile.data?.phone ?? '',
      address: profile.data?.address ?? '',
    },
    resetOptions: { keepDirtyValues: true },
  })

  /** Saves the address; returns whether it succeeded. The fields show errors. */
  async function save(): Promise<boolean> {
    let isSaved = false
    await form.handleSubmit(async (body) => {
      try {
        await call(ownOrders.deliver, { params: { id: _id }, body })
        isSaved = true
      } catch (error) {
        showProblem(form, error)
        return
      }
      await Promise.all(
        [orders.one, ownOrders.mine].map((endpoint) =>
          client.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      )
      setIsChanging(false)
    })()
    return isSaved
  }

  return {
    form,
    isAsked,
    change: () => setIsChanging(true),
    save,
    /** Saves a partly typed address before paying; an empty one can be added later. */
    async saveIfTyped(): Promise<boolean> {
      const { phone, address } = form.getValues()
      return !isAsked || (phone + address).trim() === '' || (await save())
    },
  }
}
