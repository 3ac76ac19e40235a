import { type ManagedModel, NewModel } from '#contract/vehicles/manage-vehicles.ts'
import { readYears, yearsText } from '#contract/vehicles/years.ts'

/** The inputs of a model, as typed. */
export interface ModelValues {
  make: string
  model: string
  years: string
  aliases: string
}
export type ModelErrors = Partial<Record<keyof ModelValues, string>>

export const emptyValues: ModelValues = { make: '', model: '', years: '', aliases: '' }

export const valuesOf = ({ makeName, name, years, aliases }: ManagedModel): ModelValues => ({
  make: makeName,
  model: name,
  years: yearsText(years),
  aliases: aliases.join(', '),
})

/** The model that the inputs describe, or an error for each input that is wrong. */
export function readModel(values: ModelValues): { model: NewModel } | { errors: ModelErrors } {
  const years = readYears(values.years)
  const aliases = values.aliases
    .split(',')
    .map((alias) => alias.trim())
    .filter(Boolean)
  const read = NewModel.safeParse({ ...values, years: years ?? [], aliases })
  const errors: ModelErrors = years ? {} : { years: 'Years, such as 1999-2006, 2010' }
  for (const { path, message } of read.error?.issues ?? []) {
    // Safe: the fields of the schema are the inputs.
    errors[path[0] as keyof ModelValues] ??= message
  }
  return read.success && years ? { model: read.data } : { errors }
}
