import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Via } from '#contract/numbers/via.ts'
import { type ListedProduct, products } from '#contract/products/products.ts'
import { isBelowMinimumOrder } from '#contract/shared/quantity.ts'
import { putInCart } from '#web/domain/cart/put-in-cart.ts'
import { smallestLine } from '#web/domain/cart/put-smallest-in-cart.tsx'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'

/** Parts with the same number, for the buyer to choose from. */
interface Several {
  parts: readonly ListedProduct[]
  via: Via | undefined
}
interface Added {
  part: ListedProduct
  via: Via | undefined
}
type Outcome = Added | Several | { problem: string }

export type SharedNumber = Several & { number: string }

interface Numbers {
  waiting: readonly string[]
  /** The numbers that added nothing. */
  missed: readonly { number: string; problem: string }[]
  shared: readonly SharedNumber[]
  added?: Added
}

/**
 * Adds parts by numbers that a scanner sends faster than the shop answers: each is taken out of the field at once, and looked up
 * after the one before. One that adds nothing stays until the buyer removes it or enters it again.
 */
export function useNumbersToAdd() {
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [numbers, setNumbers] = useState<Numbers>({ waiting: [], missed: [], shared: [] })
  const [isEmpty, setIsEmpty] = useState(false)
  const queue = useRef({ last: Promise.resolve(), length: 0 })

  function submit() {
    // Not a state: it may have been typed before the page was hydrated.
    const number = field.current?.value.trim() ?? ''
    setIsEmpty(number === '')
    if (number === '' || !field.current) return
    field.current.value = ''
    // For the next number, also after a press of the button.
    field.current.focus()
    setNumbers((all) => ({ ...without(all, number), waiting: [...all.waiting, number] }))
    queue.current.length += 1
    queue.current.last = queue.current.last.then(() => take(number))
  }

  async function take(number: string) {
    const outcome = await lookUp(number)
    queue.current.length -= 1
    setNumbers((all) => withOutcome({ ...all, waiting: all.waiting.slice(1) }, number, outcome))
    const isUntouched = queue.current.length === 0 && field.current?.value === ''
    if (!('problem' in outcome) || !field.current || !isUntouched) return
    // A mistyped number is corrected where it was typed; the next scan replaces it.
    field.current.value = number
    field.current.select()
  }

  async function lookUp(number: string): Promise<Outcome> {
    try {
      const [found] = await call(products.lookUp, { body: { partNumbers: [number] } })
      if (!found?.product) return { problem: `No part has the number “${number}”` }
      const { product, via, others } = found
      return others ? { parts: [product, ...others], via } : await add(product, via)
    } catch (error) {
      return { problem: sentenceFor(error) }
    }
  }

  async function add(part: ListedProduct, via: Via | undefined): Promise<Outcome> {
    if (isBelowMinimumOrder(part)) return { problem: `${part.name} is sold out` }
    const number = via && via.kind !== 'own' ? { number: via.number } : {}
    const problem = await putInCart(client, [{ ...smallestLine(part), ...number }])
    return problem === undefined ? { part, via } : { problem }
  }

  async function choose({ number, via }: SharedNumber, part: ListedProduct) {
    const outcome = await add(part, via)
    setNumbers((all) => withOutcome(all, number, outcome))
    // The button of the choice is gone.
    field.current?.focus()
  }

  return {
    ...numbers,
    field,
    isEmpty,
    submit,
    choose,
    remove: (number: string) => setNumbers((all) => without(all, number)),
  }
}

function withOutcome(all: Numbers, number: string, outcome: Outcome): Numbers {
  const others = without(all, number)
  if ('problem' in outcome) {
    const missed = [...others.missed, { number, ...outcome }]
    // One that was chosen can be chosen again.
    return { ...others, shared: all.shared, missed }
  }
  if ('parts' in outcome) return { ...others, shared: [...others.shared, { number, ...outcome }] }
  return { ...others, added: outcome }
}

const without = (all: Numbers, number: string): Numbers => ({
  ...all,
  missed: all.missed.filter((each) => each.number !== number),
  shared: all.shared.filter((each) => each.number !== number),
})
