import { Copy } from 'lucide-react'
import { useState } from 'react'
import { products } from '#contract/products/products.ts'
import { fitments, type StoredFitment } from '#contract/fitments/fitments.ts'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { hasFitment } from './fitment-values.ts'

type CopyFitsProps = {
  /** What the part fits already. */
  own: readonly StoredFitment[]
  /** Adds fitments; returns why they cannot be added, as a sentence. */
  onCopy: (added: StoredFitment[], from: string) => Promise<string | undefined>
}

/** Adds the cars of another part. */
export function CopyFits({ own, onCopy }: CopyFitsProps) {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function copy(): Promise<string | undefined> {
    if (number.trim() === '') return 'Type the number of a part'
    const [found] = await call(products.lookUp, { body: { partNumbers: [number.trim()] } })
    if (!found?.product) return `There is no part with the number “${number.trim()}”`
    const { _id: id, name } = found.product
    const other = await call(fitments.managed, { params: { id } })
    if (other.isUniversal) return `${name} fits every car. Choose that above instead`
    if (other.fitments.length === 0) return `${name} has no fitment data yet`
    const added = other.fitments.filter((each) => !hasFitment(own, each))
    if (added.length === 0) return `This part already has all cars of ${name}`
    const refusal = await onCopy(added, name)
    if (!refusal) setNumber('')
    return refusal
  }

  async function submit() {
    setIsBusy(true)
    setProblem(await copy().catch((error: unknown) => sentenceFor(error)))
    setIsBusy(false)
  }

  return (
    <Form className="form" aria-labelledby="copy-fits" onSubmit={submit}>
      <h3 id="copy-fits">Copy from another part</h3>
      <Field
        label="Part number"
        hint="Its cars are added to those of this part"
        autoComplete="off"
        maxLength={100}
        value={number}
        error={problem}
        onChange={({ target }) => setNumber(target.value)}
      />
      <div className="cluster">
        <Button type="submit" icon={Copy} busy={isBusy}>
          Copy
        </Button>
      </div>
    </Form>
  )
}
