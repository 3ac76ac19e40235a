import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Via } from '#contract/numbers/via.ts'
import { type ListedProduct, type LookedUp, products } from '#contract/products.ts'
import { isBelowMinimumOrder } from '#contract/shared/quantity.ts'
import { putInCart } from '#web/domain/cart/put-in-cart.ts'
import { smallestLine } from '#web/domain/cart/put-smallest-in-cart.tsx'
import { ChoosePart } from '#web/domain/part/choose-part.tsx'
import { FoundBy } from '#web/domain/part/found-by.tsx'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

interface Added {
  part: ListedProduct
  via: Via | undefined
}

/** Adds the smallest order of a part by any of its numbers, typed or scanned one after the other. */
export function AddByNumber() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [several, setSeveral] = useState<LookedUp>()
  const [added, setAdded] = useState<Added>()
  const input = useRef<HTMLInputElement>(null)

  function show(next: { problem?: string; several?: LookedUp; added?: Added }) {
    setProblem(next.problem)
    setSeveral(next.several)
    setAdded(next.added)
  }

  async function find() {
    // Not a state: it may have been typed before the page was hydrated.
    const number = input.current?.value.trim() ?? ''
    if (number === '') return show({ problem: 'Type a part number' })
    show({})
    try {
      const [found] = await call(products.lookUp, { body: { partNumbers: [number] } })
      if (!found?.product) show({ problem: `No part has the number “${number}”` })
      else if (found.others) show({ several: found })
      else await add(found.product, found.via)
    } catch (error) {
      show({ problem: sentenceFor(error) })
    }
  }

  async function add(part: ListedProduct, via: Via | undefined) {
    if (isBelowMinimumOrder(part)) return show({ problem: `${part.name} is sold out` })
    const number = via && via.kind !== 'own' ? { number: via.number } : {}
    const failed = await putInCart(client, [{ ...smallestLine(part), ...number }])
    if (failed !== undefined) return show({ problem: failed })
    show({ added: { part, via } })
    if (!input.current) return
    input.current.value = ''
    // For the next number, also after the button of a choice is gone.
    input.current.focus()
  }

  return (
    <div className="add-by-number">
      <Form onSubmit={find}>
        <Field
          ref={input}
          label="Add by part number"
          hint="The shop’s, the car maker’s or another maker’s number, or a barcode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="done"
          error={problem}
        />
        <Button type="submit" icon={Plus}>
          Add
        </Button>
      </Form>
      {several?.product && (
        <>
          <p>
            “{several.partNumber}” is the number of {1 + (several.others?.length ?? 0)} parts.
            Choose one.
          </p>
          <ChoosePart
            number={several.partNumber}
            parts={[several.product, ...(several.others ?? [])]}
            onChoose={(part) => void add(part, several.via)}
          />
        </>
      )}
      {added && (
        <p>
          {added.part.name} is in the cart.{' '}
          <FoundBy found={{ via: added.via, partNumber: added.part.partNumber }} />
        </p>
      )}
    </div>
  )
}
