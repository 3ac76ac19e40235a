import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ManagedModel, NewModel } from '#contract/vehicles/manage-vehicles.ts'
import { ApiError, sentenceFor } from '#web/lib/http/problems.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useTypedDraft } from '#web/lib/forms/use-typed-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import {
  emptyValues,
  type ModelErrors,
  type ModelValues,
  readModel,
  valuesOf,
} from './model-values.ts'

const labels = { make: 'Make', model: 'Model', years: 'Years', aliases: 'Other names' }

type ModelFormProps = {
  /** The model to change; a new one without. */
  changed: ManagedModel | undefined
  heading: RefObject<HTMLHeadingElement | null>
  onSave: (model: NewModel) => Promise<unknown>
  onCancel: () => void
}

/** A model of cars. Make and model stand in addresses, so they are set once. */
export function ModelForm({ changed, heading, onSave, onCancel }: ModelFormProps) {
  const stored = changed ? valuesOf(changed) : emptyValues
  const draftName = `model ${changed?._id ?? ''}`
  const { values, change, restart, draft } = useTypedDraft(draftName, { ...stored })
  const [errors, setErrors] = useState<ModelErrors>({})
  const [problem, setProblem] = useState<string>()
  const inputs = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (changed) heading.current?.focus()
  }, [changed, heading])

  async function save() {
    const read = readModel(values)
    setErrors('errors' in read ? read.errors : {})
    setProblem(undefined)
    if ('errors' in read) {
      // After the errors are shown, which mark their inputs.
      setTimeout(() => inputs.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    try {
      await onSave(read.model)
      restart({ ...emptyValues })
    } catch (error) {
      const refused = refusalsOf(error)
      setErrors(refused)
      if (Object.keys(refused).length === 0) setProblem(sentenceFor(error))
    }
  }

  const input = (name: keyof ModelValues) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      change({ ...values, [name]: target.value }),
  })

  return (
    <Form className="panel form" aria-labelledby="model-title" onSubmit={save}>
      <h2 id="model-title" ref={heading} tabIndex={-1}>
        {changed ? `Change ${changed.makeName} ${changed.name}` : 'Add a model'}
      </h2>
      <KeptText draft={draft} labels={labels} />
      <div className="stack" ref={inputs}>
        {!changed && (
          <>
            <Field label="Make" hint="A new one is added too" {...input('make')} />
            <Field label="Model" {...input('model')} />
          </>
        )}
        <Field label="Years" hint="Such as 1999-2006, 2010; empty if unknown" {...input('years')} />
        <Field
          label="Other names"
          hint="Separated by commas; the car is found under each"
          {...input('aliases')}
        />
      </div>
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="cluster">
        <Button type="submit" variant="primary">
          {changed ? 'Save' : 'Add model'}
        </Button>
        {changed && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  )
}

/** What the shop says about single fields. */
const refusalsOf = (error: unknown): ModelErrors =>
  error instanceof ApiError
    ? Object.fromEntries(
        (error.problem.errors ?? [])
          .filter(({ field }) => field in emptyValues)
          .map(({ field, message }) => [field, message]),
      )
    : {}
