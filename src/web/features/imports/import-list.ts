import type { ProductImport } from '#contract/imports.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import { kinds } from './kinds.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
} from '#web/lib/lists/list-params.ts'

const rowTabs = ['changed', 'new', 'removed', 'wrong', 'unchanged', 'kept'] as const
export type RowTab = (typeof rowTabs)[number]

export interface ShownImport extends ListParams {
  tab: RowTab
}

export const importRows = ({
  _id,
  of,
}: Pick<ProductImport, '_id' | 'of'>): ListDefinition<ShownImport> => ({
  path: `${kinds[of].path}/${_id}`,
  parseParams: (parameters) => ({
    tab: oneOf<RowTab>(rowTabs, parameters.get('tab'), 'changed'),
    ...parseListParams(parameters),
  }),
})

export const countsOf = ({ counts, keptRows }: ProductImport): Record<RowTab, number> => ({
  ...counts,
  removed: counts.removed ?? 0,
  kept: keptRows,
})

/** The tab to open first: errors, else the most important changes. */
export function tabOf({ counts }: Pick<ProductImport, 'counts'>): RowTab {
  return (
    (['wrong', 'changed', 'new', 'removed'] as const).find((tab) => (counts[tab] ?? 0) > 0) ??
    'changed'
  )
}

export const changesOf = ({ counts }: Pick<ProductImport, 'counts'>) =>
  counts.new + counts.changed + (counts.removed ?? 0)

export const isAtWork = ({ state }: Pick<ProductImport, 'state'>) =>
  state === 'applying' || state === 'undoing'

const counted = (count: number, noun: string) =>
  count === 1 ? `1 ${noun}` : `${groupDigits(count)} ${noun}s`
const rows = (count: number) => counted(count, 'row')

/** The question before a file is imported. */
export function consequenceOf({ of, counts }: Pick<ProductImport, 'of' | 'counts'>): string {
  const { new: added, changed, removed = 0 } = counts
  const what =
    of === 'numbers'
      ? `${counted(added, 'number')} will be added, ${groupDigits(changed)} changed and ${groupDigits(removed)} removed`
      : `${counted(added, 'product')} will be added and ${groupDigits(changed)} changed`
  return `${what}. Customers see the changes immediately. You can undo this later.`
}

/** The state of an import in a sentence. */
export function sentenceOf(made: ProductImport): string {
  const { state, counts, keptRows, problem } = made
  switch (state) {
    case 'reading':
      return 'The file is being read.'
    case 'checked':
      if (counts.wrong > 0) {
        return `${rows(counts.wrong)} cannot be imported as ${counts.wrong === 1 ? 'it is' : 'they are'}. Nothing is imported until the file has no errors.`
      }
      if (problem) return 'The file was not imported.'
      return changesOf(made) === 0
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
        ? `The import was undone. ${rows(keptRows)} kept later ${made.of === 'numbers' ? '' : 'sales or '}manual changes.`
        : 'The import was undone.'
    default:
      return state satisfies never
  }
}
