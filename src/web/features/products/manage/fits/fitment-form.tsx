import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { positions } from '#contract/fitments/fit.ts'
import type { Fitment, StoredFitment } from '#contract/fitments/fitments.ts'
import { vehiclePaths } from '#contract/vehicles/vehicle-paths.ts'
import type { vehicles } from '#contract/vehicles/vehicles.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useTypedDraft } from '#web/lib/forms/use-typed-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import {
  emptyValues,
  type FitmentErrors,
  type FitmentValues,
  readFitment,
  valuesOf,
} from './fitment-values.ts'
import './fits.css'

const readTree = read<typeof vehicles.tree>(vehiclePaths.tree, {}, { anonymous: true })

const labels = {
  make: 'Make',
  model: 'Model',
  yearFrom: 'Year from',
  yearTo: 'Year to',
  engine: 'Engine',
  position: 'Position',
  perCar: 'Per car',
  note: 'Note',
}

type FitmentFormProps = {
  /** The name of the form's draft, which belongs to a part and a row of it. */
  draftName: string
  title: string
  submitLabel: string
  /** The changed row; undefined for a new one. */
  changed?: StoredFitment
  /** Stores a fitment; returns why it cannot be stored, as a sentence. */
  onSubmit: (fitment: Fitment) => Promise<string | undefined>
  onCancel?: () => void
}

/** One car with its years and conditions. */
export function FitmentForm(props: FitmentFormProps) {
  const { draftName, title, submitLabel, changed, onSubmit, onCancel } = props
  const { data, error, refetch } = useQuery({ ...readTree, staleTime: Infinity })
  const stored = changed ? valuesOf(changed) : emptyValues
  const { values, change, restart, forget, draft } = useTypedDraft(draftName, { ...stored })
  const [errors, setErrors] = useState<FitmentErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const titleId = useId()
  const inputs = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (changed) heading.current?.focus()
  }, [changed])

  if (error) {
    return (
      <FailedState heading="h3" title="The cars could not be loaded" onRetry={refetch}>
        {sentenceFor(error)}
      </FailedState>
    )
  }
  if (!data) return <SkeletonRows />

  const make = data.makes.find(({ slug }) => slug === values.make)
  const model = make?.models.find(({ slug }) => slug === values.model)

  const input = (name: keyof FitmentValues) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      change({ ...values, [name]: target.value, ...(name === 'make' && { model: '' }) }),
  })

  async function submit() {
    const result = readFitment(values)
    setErrors('errors' in result ? result.errors : {})
    setProblem(undefined)
    if ('errors' in result) {
      // After the errors are shown, which mark their inputs.
      setTimeout(() => inputs.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setIsBusy(true)
    const refusal = await onSubmit(result.fitment)
    setIsBusy(false)
    setProblem(refusal)
    if (refusal) return
    forget()
    if (changed) return
    restart({ ...emptyValues })
    inputs.current?.querySelector('select')?.focus()
  }

  return (
    <Form className="form" aria-labelledby={titleId} onSubmit={submit}>
      <h3 id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <KeptText draft={draft} labels={labels} />
      <div className="fitment-inputs" ref={inputs}>
        <SelectField label="Make" {...input('make')}>
          <option value="">Choose</option>
          {changed && !data.makes.some(({ slug }) => slug === changed.make) && (
            <option value={changed.make}>{changed.make}</option>
          )}
          {data.makes.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Model" disabled={values.make === ''} {...input('model')}>
          <option value="">Choose</option>
          {changed && changed.make === values.make && !isListed(make?.models, changed.model) && (
            <option value={changed.model}>{changed.model}</option>
          )}
          {make?.models.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="Year from"
          inputMode="numeric"
          hint={model && model.years.length > 0 ? `Sold ${yearsText(model.years)}` : undefined}
          {...input('yearFrom')}
        />
        <Field label="Year to" inputMode="numeric" hint="Empty for one year" {...input('yearTo')} />
        <Field label="Engine" hint="Such as 2.0 diesel; empty for any" {...input('engine')} />
        <SelectField label="Position" {...input('position')}>
          <option value="">Any</option>
          {positions.map((position) => (
            <option key={position}>{position}</option>
          ))}
        </SelectField>
        <Field label="Per car" inputMode="numeric" hint="Units for one car" {...input('perCar')} />
        <Field
          label="Note"
          hint="A condition that buyers check"
          maxLength={300}
          {...input('note')}
        />
      </div>
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="cluster">
        <Button type="submit" variant="primary" busy={isBusy}>
          {submitLabel}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  )
}

const isListed = (models: readonly { slug: string }[] | undefined, model: string) =>
  models?.some(({ slug }) => slug === model) ?? false
