import type { ProductImport } from '#contract/imports.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
} from '#web/lib/lists/list-params.ts'

const rowTabs = ['changed', 'new', 'wrong', 'unchanged', 'kept'] as const
export type RowTab = (typeof rowTabs)[number]

export interface ShownImport extends ListParams {
  tab: RowTab
}

export const importRows = (id: string): ListDefinition<ShownImport> => ({
  path: `/dashboard/importProducts/${id}`,
  parseParams: (parameters) => ({
    tab: oneOf<RowTab>(rowTabs, parameters.get('tab'), 'changed'),
    ...parseListParams(parameters),
  }),
})

export const countsOf = ({ counts, keptRows }: ProductImport): Record<RowTab, number> => ({
  ...counts,
  kept: keptRows,
})

/** The tab to open first: errors, else the most important changes. */
export function tabOf({ counts }: Pick<ProductImport, 'counts'>): RowTab {
  if (counts.wrong > 0) return 'wrong'
  return counts.changed === 0 && counts.new > 0 ? 'new' : 'changed'
}

export const isAtWork = ({ state }: Pick<ProductImport, 'state'>) =>
  state === 'applying' || state === 'undoing'

const rows = (count: number) => (count === 1 ? '1 row' : `${groupDigits(count)} rows`)

/** The question before a file is imported. */
export function consequenceOf({ new: added, changed }: ProductImport['counts']): string {
  const products = added === 1 ? '1 product' : `${groupDigits(added)} products`
  return `${products} will be added and ${groupDigits(changed)} changed. Customers see the changes immediately. You can undo this later.`
}

/** The state of an import in a sentence. */
export function sentenceOf({ state, counts, keptRows, problem }: ProductImport): string {
  switch (state) {
    case 'reading':
      return 'The file is being read.'
    case 'checked':
      if (counts.wrong > 0) {
        return `${rows(counts.wrong)} cannot be imported as ${counts.wrong === 1 ? 'it is' : 'they are'}. Nothing is imported until the file has no errors.`
      }
      if (problem) return 'The file was not imported.'
      return counts.new + counts.changed === 0
        ? 'The catalogue already matches this file.'
        : 'Nothing has changed yet. Review the changes below, then import.'
    case 'applying':
      return 'The file is being imported. Either all of it is imported or none of it.'
    case 'applied':
      return 'The file was imported.'
    case 'undoing':
      return 'The import is being undone.'
    case 'undone':
      return keptRows > 0
        ? `The import was undone. ${rows(keptRows)} kept later sales or manual changes.`
        : 'The import was undone.'
    default:
      return state satisfies never
  }
}
