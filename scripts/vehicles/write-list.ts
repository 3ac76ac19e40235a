import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { rangesOf, yearsText } from '../../src/contract/vehicles/years.ts'
import type { Derived } from './derive.ts'

/** The file of the shop: models with years and other names; a row without a model has those of the make. */
export function asFile(models: readonly Derived[], aliases: Buffer): string {
  const listed = parse<AliasRow>(aliases, { columns: true })
  const used = new Set<AliasRow>()
  const aliasesOf = (make: string, model: string) => {
    const row = listed.find((given) => given.Make === make && given.Model === model)
    if (row) used.add(row)
    return [...(row ? [row.Aliases] : []), ...seriesOf(make, model)].join('; ')
  }
  const rows = [...Map.groupBy(models, ({ make }) => make)].flatMap(([make, own]) => {
    const ofMake = aliasesOf(make, '')
    return [
      ...(ofMake ? [[make, '', '', ofMake]] : []),
      ...own.map(({ model, years }) => [
        make,
        model,
        yearsText(rangesOf(years)),
        aliasesOf(make, model),
      ]),
    ]
  })
  const unused = listed.filter((row) => !used.has(row))
  if (unused.length > 0) {
    throw new Error(`No such model: ${unused.map((row) => `${row.Make} ${row.Model}`).join(', ')}`)
  }
  return stringify([['Make', 'Model', 'Years', 'Aliases'], ...rows])
}

interface AliasRow {
  Make: string
  Model: string
  Aliases: string
}

/** BMW's models are named by engine, and the series is what people say. */
function seriesOf(make: string, model: string) {
  const [, series] = (make === 'BMW' && /^M?([1-8])\d\d(?!\d)/.exec(model)) || []
  return series ? [`${series} Series`] : []
}
