import { slugOf } from '#contract/vehicles/vehicle-key.ts'
import { readYears } from '#contract/vehicles/years.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import { readRows } from './list-file.ts'

/** A row of a list of cars: a model, or other names of a make, if `model` is empty. */
export interface ListedVehicle {
  make: string
  model: string
  /** Empty if unknown. */
  years: YearRange[]
  aliases: string[]
}

const titles = ['Make', 'Model', 'Years', 'Aliases'] as const
type Title = (typeof titles)[number]
const needed: readonly Title[] = ['Make', 'Model', 'Years']

const nameMax = 60

/** Reads a CSV file with the columns Make, Model, Years and Aliases. Throws a `ListError` with all faults. */
export const readList = (file: Uint8Array): ListedVehicle[] =>
  readRows(file, { titles, needed, rowOf })

/** A row, or what is wrong with it. */
function rowOf(cell: (title: Title) => string): ListedVehicle | string {
  const [make, model] = [cell('Make'), cell('Model')]
  const years = readYears(cell('Years'))
  const aliases = cell('Aliases')
    .split(';')
    .flatMap((alias) => alias.trim() || [])
  const isName = (name: string) => name.length <= nameMax && slugOf(name) !== ''
  if (!make) return 'the make is missing'
  if (!model && aliases.length === 0) return 'the model is missing'
  const wrong = [make, ...(model ? [model] : []), ...aliases].find((name) => !isName(name))
  if (wrong)
    return `“${wrong}” needs a letter from a to z or a digit, and at most ${nameMax} characters`
  if (!years) return `“${cell('Years')}” is not a list of years, such as 1999-2006 2010`
  return { make, model, years, aliases }
}
