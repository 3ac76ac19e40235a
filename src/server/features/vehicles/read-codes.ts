import { codeLengthMax, codeSchemes, readScheme } from '#contract/vehicles/code-schemes.ts'
import type { CodeScheme } from '#contract/vehicles/code-schemes.ts'
import type { Engine } from '#contract/vehicles/engines.ts'
import { readEngineText } from '#contract/vehicles/read-engine.ts'
import { readYears } from '#contract/vehicles/years.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import { readRows } from './list-file.ts'

/** A row of a list of codes: what a code of a scheme means. */
export interface ListedCode {
  scheme: CodeScheme
  code: string
  make: string
  model: string
  years: YearRange[]
  engine: Engine
}

const titles = ['Scheme', 'Code', 'Make', 'Model', 'Years', 'Engine'] as const
type Title = (typeof titles)[number]
const needed: readonly Title[] = ['Code', 'Make', 'Model', 'Years']

/** Reads a CSV file with the columns Scheme, Code, Make, Model, Years and Engine. */
export const readCodes = (file: Uint8Array): ListedCode[] =>
  readRows(file, { titles, needed, rowOf })

function rowOf(cell: (title: Title) => string): ListedCode | string {
  const [code, make, model] = [cell('Code'), cell('Make'), cell('Model')]
  const scheme = readScheme(cell('Scheme'))
  const years = readYears(cell('Years'))
  const engine = readEngineText(cell('Engine'))
  if (!scheme) return `“${cell('Scheme')}” is none of the schemes ${codeSchemes.join(', ')}`
  if (!code) return 'the code is missing'
  if (code.length > codeLengthMax) return `the code has more than ${codeLengthMax} signs`
  if (!make || !model) return 'the make or the model is missing'
  if (!years) return `“${cell('Years')}” is not a list of years, such as 1999-2006 2010`
  if (years.length === 0) return 'the years are missing'
  if (!engine) return `“${cell('Engine')}” is not an engine, such as 2.0 diesel`
  return { scheme, code, make, model, years, engine }
}
