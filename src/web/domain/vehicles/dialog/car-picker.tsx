import { Car } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { createVehicleFinder } from '#contract/vehicles/find-vehicle.ts'
import { vehicleKeyOf } from '#contract/vehicles/vehicle-key.ts'
import type { VehicleMake, VehicleModel } from '#contract/vehicles/vehicles.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { OptionList } from '#web/ui/combobox/option-list.tsx'
import { setText, useCombobox } from '#web/ui/combobox/use-combobox.ts'
import { useTypedText } from '#web/ui/combobox/use-typed-text.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { Field } from '#web/ui/form/field.tsx'
import type { addCar } from '../change-garage.ts'
import { CarSelects, noSelection } from './car-selects.tsx'
import { yearsOf } from './model-years.ts'
import { useTree } from './use-tree.ts'

type OnPick = (car: Parameters<typeof addCar>[0]) => void

type Make = Pick<VehicleMake, 'slug' | 'name'>
type PickYear = (make: Make, model: VehicleModel, year: number) => void

type CarPickerProps = {
  title: string | undefined
  onPick: OnPick
}

/** A car by typing, or by make, model and year. */
export function CarPicker({ title, onPick }: CarPickerProps) {
  const { data, error, refetch } = useTree()
  if (error) {
    return (
      <FailedState title="The cars could not be loaded" onRetry={() => refetch()}>
        {sentenceFor(error)}
      </FailedState>
    )
  }
  if (!data) {
    return (
      <div className="stack car-picker" aria-hidden="true">
        <Skeleton width="half" />
        <Skeleton shape="button" />
        <Skeleton shape="button" />
      </div>
    )
  }
  return <LoadedPicker makes={data.makes} title={title} onPick={onPick} />
}

type LoadedPickerProps = CarPickerProps & { makes: readonly VehicleMake[] }

function LoadedPicker({ makes, title, onPick }: LoadedPickerProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [selection, select] = useState(noSelection)
  const modelSelect = useRef<HTMLSelectElement>(null)
  const listId = useId()
  const pick: PickYear = (make, model, year) =>
    onPick({
      vehicle: vehicleKeyOf({ make: make.slug, model: model.slug, year }),
      make: make.name,
      model: model.name,
    })

  function narrowTo(make: Make) {
    select({ ...noSelection, make: make.slug })
    // Enabled by the next render.
    setTimeout(() => modelSelect.current?.focus())
  }

  return (
    <section className="stack car-picker" aria-label={title}>
      {title && <h3>{title}</h3>}
      <Field
        ref={setInput}
        label="Make, model and year"
        hint="For example: golf 14"
        // The list of cars depends on the text, and is too long for a datalist.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={false}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        // The first car is the reason for the dialog.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={title === undefined}
      />
      {input && (
        <FoundCars input={input} listId={listId} makes={makes} pick={pick} onMake={narrowTo} />
      )}
      <p className="muted small">Or choose from the lists:</p>
      <CarSelects
        makes={makes}
        selection={selection}
        select={select}
        modelSelect={modelSelect}
        pick={pick}
      />
    </section>
  )
}

type FoundCarsProps = {
  input: HTMLInputElement
  listId: string
  makes: readonly VehicleMake[]
  pick: PickYear
  /** Called with a make without a model. */
  onMake: (make: Make) => void
}

/** The cars that a text names. A model without a year offers its years next. */
function FoundCars({ input, listId, makes, pick, onMake }: FoundCarsProps) {
  const text = useTypedText(input)
  const find = useMemo(() => createVehicleFinder(makes), [makes])
  const [named, setNamed] = useState<{ text: string; make: Make; model: VehicleModel }>()
  const options =
    named && named.text === text
      ? yearsOf(named.model).map((year) => ({ make: named.make, model: named.model, year }))
      : find(text)
  const { isOpen, active } = useCombobox(input, {
    listId,
    count: options.length,
    choose: (index) => chooseOption(index),
  })

  function chooseOption(index: number) {
    const option = options[index]
    if (!option) return
    const { make, model, year } = option
    if (!model) {
      setText(input, '')
      onMake(make)
    } else if (year !== null) {
      pick(make, model, year)
    } else {
      const next = `${make.name} ${model.name}`
      setNamed({ text: next, make, model })
      setText(input, next)
    }
  }

  return (
    <>
      <output className="visually-hidden">{isOpen && countText(options.length)}</output>
      {isOpen && (
        <OptionList
          id={listId}
          label="Cars"
          active={active}
          onChoose={chooseOption}
          options={options.map(({ make, model, year }) => ({
            key: `${make.slug}/${model?.slug}/${year}`,
            content: (
              <>
                <Car />
                <b>{[year, make.name, model?.name].filter(Boolean).join(' ')}</b>
              </>
            ),
          }))}
        />
      )}
      {text && options.length === 0 && (
        <output className="small">
          No car is called “{text}”. Try make and model, or choose from the lists.
        </output>
      )}
    </>
  )
}

const countText = (count: number) => (count === 1 ? '1 car' : `${groupDigits(count)} cars`)
