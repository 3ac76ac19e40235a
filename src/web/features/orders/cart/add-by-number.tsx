import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Via } from '#contract/numbers/via.ts'
import { type ListedProduct, products } from '#contract/products.ts'
import { typedNumberMax } from '#contract/shared/limits.ts'
import { isBelowMinimumOrder } from '#contract/shared/quantity.ts'
import { putInCart } from '#web/domain/cart/put-in-cart.ts'
import { smallestLine } from '#web/domain/cart/put-smallest-in-cart.tsx'
import { ChoosePart } from '#web/domain/part/choose-part.tsx'
import { FoundBy } from '#web/domain/part/found-by.tsx'
import { severalParts } from '#web/domain/part/several-parts.ts'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

/** What a number has led to. */
interface Found {
  problem?: string
  /** Of which the buyer takes one. */
  several?: { number: string; parts: ListedProduct[]; via: Via | undefined }
  added?: { part: ListedProduct; via: Via | undefined }
}

/** Adds the smallest order of a part by any of its numbers, typed or scanned one after the other. */
export function AddByNumber() {
  const client = useQueryClient()
  const [{ problem, several, added }, show] = useState<Found>({})
  const input = useRef<HTMLInputElement>(null)

  async function find() {
    // Not a state: it may have been typed before the page was hydrated.
    const number = input.current?.value.trim() ?? ''
    if (number === '') return show({ problem: 'Type a part number' })
    show({})
    try {
      const [found] = await call(products.lookUp, { body: { partNumbers: [number] } })
      if (!found?.product) return show({ problem: `No part has the number “${number}”` })
      const { product, via, others } = found
      if (others) show({ several: { number, parts: [product, ...others], via } })
      else await add(product, via)
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
          maxLength={typedNumberMax}
          enterKeyHint="done"
          error={problem}
        />
        <Button type="submit" icon={Plus}>
          Add
        </Button>
      </Form>
      {several && (
        <>
          <p>{severalParts(several.number, several.parts.length)}.</p>
          <ChoosePart
            number={several.number}
            parts={several.parts}
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
