import type { FormEvent, Ref } from 'react'
import type { VehicleMake, VehicleModel } from '#contract/vehicles/vehicles.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { yearsOf } from './model-years.ts'

/** Slugs and a year; empty until something is selected. */
export const noSelection = { make: '', model: '', year: '' }

type CarSelectsProps = {
  makes: readonly VehicleMake[]
  selection: typeof noSelection
  select: (selection: typeof noSelection) => void
  modelSelect: Ref<HTMLSelectElement>
  pick: (make: VehicleMake, model: VehicleModel, year: number) => void
}

/** Make, then model, then year. */
export function CarSelects({ makes, selection, select, modelSelect, pick }: CarSelectsProps) {
  const make = makes.find(({ slug }) => slug === selection.make)
  const model = make?.models.find(({ slug }) => slug === selection.model)
  const year = Number(selection.year)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (make && model && year) pick(make, model, year)
  }

  return (
    <form className="stack" onSubmit={submit}>
      <div className="car-years">
        <SelectField
          label="Make"
          value={selection.make}
          onChange={({ target }) => select({ make: target.value, model: '', year: '' })}
        >
          <option value="">Choose</option>
          {makes.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          ref={modelSelect}
          label="Model"
          value={selection.model}
          disabled={!make}
          onChange={({ target }) => select({ ...selection, model: target.value, year: '' })}
        >
          <option value="">Choose</option>
          {make?.models.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Year"
          value={selection.year}
          disabled={!model}
          onChange={({ target }) => select({ ...selection, year: target.value })}
        >
          <option value="">Choose</option>
          {model &&
            yearsOf(model).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
        </SelectField>
      </div>
      <Button type="submit" disabled={!year}>
        Choose this car
      </Button>
    </form>
  )
}
