import { engineText } from '#contract/vehicles/engines.ts'
import { Fitment, type ShownFitment, type StoredFitment } from '#contract/fitments/fitments.ts'
import { readEngineText } from '#contract/vehicles/read-engine.ts'

/** The inputs of a fitment, as typed. */
export interface FitmentValues {
  make: string
  model: string
  yearFrom: string
  yearTo: string
  engine: string
  position: string
  perCar: string
  note: string
}
export type FitmentErrors = Partial<Record<keyof FitmentValues, string>>

export const emptyValues: FitmentValues = {
  make: '',
  model: '',
  yearFrom: '',
  yearTo: '',
  engine: '',
  position: '',
  perCar: '',
  note: '',
}

export const valuesOf = (fitment: StoredFitment): FitmentValues => ({
  make: fitment.make,
  model: fitment.model,
  yearFrom: String(fitment.yearFrom),
  yearTo: String(fitment.yearTo),
  engine: engineText(fitment),
  position: fitment.position ?? '',
  perCar: String(fitment.perCar ?? ''),
  note: fitment.note ?? '',
})

const wholeNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** The fitment that the inputs describe, or an error for each input that is wrong. */
export function readFitment(
  values: FitmentValues,
): { fitment: Fitment } | { errors: FitmentErrors } {
  const engine = readEngineText(values.engine)
  const yearFrom = wholeNumber(values.yearFrom)
  const parsed = Fitment.safeParse({
    ...(engine ?? { litres: null, cylinders: null, fuel: null }),
    make: values.make,
    model: values.model,
    yearFrom,
    // One year needs to be typed once only.
    yearTo: values.yearTo.trim() === '' ? yearFrom : wholeNumber(values.yearTo),
    position: values.position || null,
    perCar: values.perCar.trim() === '' ? null : wholeNumber(values.perCar),
    note: values.note.trim() || null,
  })
  const errors: FitmentErrors = {
    ...(values.make === '' && { make: 'Choose a make' }),
    ...(values.model === '' && { model: 'Choose a model' }),
    ...(!engine && {
      engine: 'Litres, cylinders and fuel, such as 2.0 diesel or 5.0 8-cylinder petrol',
    }),
  }
  for (const { path, message } of parsed.error?.issues ?? []) {
    // Safe: litres and the like come from a text that was read, so only inputs are left.
    const field = path[0] as keyof FitmentValues
    const isOfFirstYear = field === 'yearTo' && values.yearTo.trim() === ''
    if (!isOfFirstYear) errors[field] ??= messageFor(field, message)
  }
  return parsed.success && Object.keys(errors).length === 0 ? { fitment: parsed.data } : { errors }
}

const messageFor = (field: keyof FitmentValues, message: string) =>
  field === 'perCar'
    ? 'A number from 1 to 99'
    : message === 'A model year'
      ? 'A model year, such as 2010'
      : message

/** Equal for two fitments that say the same of the same car. */
const identityOf = (fitment: StoredFitment) => {
  const { make, model, yearFrom, yearTo, litres, cylinders, fuel, position, note } = fitment
  return JSON.stringify([make, model, yearFrom, yearTo, litres, cylinders, fuel, position, note])
}

/** Whether a list has a fitment of the same car and conditions. */
export const hasFitment = (list: readonly StoredFitment[], fitment: StoredFitment) =>
  list.some((each) => identityOf(each) === identityOf(fitment))

export const yearsOf = ({ yearFrom, yearTo }: StoredFitment) =>
  yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`

/** `Volkswagen Golf 2010–2014`. */
export const carOf = (fitment: ShownFitment) =>
  `${fitment.makeName} ${fitment.modelName} ${yearsOf(fitment)}`
