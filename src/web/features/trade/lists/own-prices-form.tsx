import { useState } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { readLadder, writeLadder } from '#contract/prices/ladder.ts'
import type { ListPrices } from '#contract/prices/price-lists.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import { ApiError, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

export interface PricedProduct {
  _id: string
  name: string
  /** For everybody, in dollars. */
  price: number
  own: readonly Rung[]
}

/** A row of the list as the form takes it. */
export const withOwn = ({
  product: { _id, name, price },
  prices: own,
}: ListPrices): PricedProduct => ({
  _id,
  name,
  price,
  own,
})

type OwnPricesFormProps = {
  product: PricedProduct
  onSave: (own: Rung[]) => Promise<unknown>
  onCancel: () => void
}

/** The prices that a list has for a product, by units. */
export function OwnPricesForm({ product, onSave, onCancel }: OwnPricesFormProps) {
  const [typed, setTyped] = useState(writeLadder(product.own))
  const [problem, setProblem] = useState<string>()

  async function save() {
    const own = readLadder(typed)
    setProblem(own ? undefined : 'Units and a price each, such as 1:17.50; 50:16.25')
    if (!own) return
    try {
      await onSave(own)
    } catch (error) {
      const named = error instanceof ApiError ? error.problem.errors?.[0]?.message : undefined
      setProblem(named ?? sentenceFor(error))
    }
  }

  return (
    <Form className="form" onSubmit={save}>
      <p>Everybody pays {dollars(product.price)} for one unit.</p>
      <Field
        label="Own prices"
        hint="Units and a price each, such as 1:17.50; 50:16.25. Empty for none"
        autoComplete="off"
        maxLength={400}
        error={problem}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save prices
        </Button>
      </div>
    </Form>
  )
}
