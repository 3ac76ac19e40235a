import { useRef, useState } from 'react'
import {
  numberIdentity,
  numberKindNames,
  numberKinds,
  numberMessages,
  ProductNumber,
  type StoredNumber,
} from '#contract/numbers/product-numbers.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useTypedDraft } from '#web/lib/forms/use-typed-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

type NumberFormProps = {
  /** The id of the part. */
  product: string
  /** The numbers that the part has already. */
  own: readonly StoredNumber[]
  /** Stores a number; returns why it cannot be stored, as a sentence. */
  onAdd: (number: ProductNumber) => Promise<string | undefined>
}

type Errors = Partial<Record<keyof ProductNumber, string>>

const empty = { kind: 'oem', brand: '', number: '' }

/** One more number of a part. */
export function NumberForm({ product, own, onAdd }: NumberFormProps) {
  const { values, change, restart, draft } = useTypedDraft(`number of ${product}`, empty)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const inputs = useRef<HTMLDivElement>(null)

  const input = (name: keyof ProductNumber) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      change({ ...values, [name]: target.value }),
  })

  /** After the errors are shown, which mark their inputs. */
  const focus = (selector: string) =>
    setTimeout(() => inputs.current?.querySelector<HTMLElement>(selector)?.focus())

  async function submit() {
    const read = ProductNumber.safeParse(values)
    setProblem(undefined)
    const found: Errors = {}
    for (const { path, message } of read.error?.issues ?? []) {
      // Safe: the fields of the schema are those of the form.
      found[path[0] as keyof ProductNumber] ??= message
    }
    if (read.data && own.some((each) => numberIdentity(each) === numberIdentity(read.data))) {
      found.number = numberMessages.twice
    }
    setErrors(found)
    if (!read.data || found.number) {
      focus('[aria-invalid]')
      return
    }
    setIsBusy(true)
    const refusal = await onAdd(read.data)
    setIsBusy(false)
    setProblem(refusal)
    if (refusal) return
    restart({ ...empty, kind: values.kind })
    focus('select')
  }

  return (
    <Form className="form" aria-labelledby="add-number" onSubmit={submit}>
      <h3 id="add-number">Add a number</h3>
      <KeptText draft={draft} />
      <div className="stack" ref={inputs}>
        <SelectField label="Kind" {...input('kind')}>
          {numberKindNames.map((kind) => (
            <option key={kind} value={kind}>
              {numberKinds[kind]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Brand"
          hint="Whose number it is, such as Volkswagen; may be empty"
          maxLength={60}
          {...input('brand')}
        />
        <Field label="Number" maxLength={40} {...input('number')} />
      </div>
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="cluster">
        <Button type="submit" variant="primary" busy={isBusy}>
          Add number
        </Button>
      </div>
    </Form>
  )
}
