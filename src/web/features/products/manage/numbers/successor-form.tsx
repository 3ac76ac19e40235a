import { X } from 'lucide-react'
import { useState } from 'react'
import type { Replacement } from '#contract/numbers/product-numbers.ts'
import { products } from '#contract/products/products.ts'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'

type SuccessorFormProps = {
  successor: Replacement | null
  /** Stores the id of the successor, or none; returns why it cannot be stored, as a sentence. */
  onChange: (successor: string | null) => Promise<string | undefined>
}

/** The part that took the place of this one. */
export function SuccessorForm({ successor, onChange }: SuccessorFormProps) {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function change(): Promise<string | undefined> {
    const typed = number.trim()
    if (typed === '') return 'Type the number of a part'
    const [found] = await call(products.lookUp, { body: { partNumbers: [typed] } })
    if (!found?.product) return `There is no part with the number “${typed}”`
    if (found.others) return `Several parts have the number “${typed}”. Type the shop’s own number`
    const refusal = await onChange(found.product._id)
    if (!refusal) setNumber('')
    return refusal
  }

  async function run(act: () => Promise<string | undefined>) {
    setIsBusy(true)
    setProblem(await act().catch((error: unknown) => sentenceFor(error)))
    setIsBusy(false)
  }

  return (
    <Form className="form" aria-labelledby="replaced-by" onSubmit={() => run(change)}>
      <h3 id="replaced-by">Replaced by</h3>
      {successor && (
        <div className="cluster">
          <Link to={pathTo.productTab(successor._id, 'numbers')}>
            {[successor.name, successor.partNumber].filter(Boolean).join(', ')}
          </Link>
          <Button size="small" variant="quiet" icon={X} onClick={() => run(() => onChange(null))}>
            Not replaced
          </Button>
        </div>
      )}
      <Field
        label="Part number of the new part"
        hint="Searches for this part will lead to it"
        autoComplete="off"
        maxLength={100}
        value={number}
        error={problem}
        onChange={({ target }) => setNumber(target.value)}
      />
      <div className="cluster">
        <Button type="submit" busy={isBusy}>
          {successor ? 'Change' : 'Replace'}
        </Button>
      </div>
    </Form>
  )
}
