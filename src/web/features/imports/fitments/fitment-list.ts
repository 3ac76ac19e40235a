import type { FitmentImport } from '#contract/vehicles/fitment-imports.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
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

/** The rows of an import; without a tab in the address the most important ones. */
export const fitmentRows = ({ _id, counts }: FitmentImport): ListDefinition<ShownImport> => ({
  path: `/dashboard/importFitments/${_id}`,
  parseParams: (parameters) => ({
    tab: oneOf<RowTab>(rowTabs, parameters.get('tab'), tabOf({ counts })),
    ...parseListParams(parameters),
  }),
})

export const countsOf = ({ counts, keptRows }: FitmentImport): Record<RowTab, number> => ({
  ...counts,
  kept: keptRows,
})

/** The tab to open first: errors, else what changes, else what is added or removed. */
export const tabOf = ({ counts }: Pick<FitmentImport, 'counts'>): RowTab =>
  (['wrong', 'changed', 'new', 'removed'] as const).find((tab) => counts[tab] > 0) ?? 'unchanged'

const working: readonly FitmentImport['state'][] = ['reading', 'checking', 'applying', 'undoing']

export const isAtWork = ({ state }: Pick<FitmentImport, 'state'>) => working.includes(state)

export const changesOf = ({ counts }: Pick<FitmentImport, 'counts'>) =>
  counts.new + counts.changed + counts.removed

const number = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${groupDigits(count)} ${many}`

export const rowsText = (count: number) => number(count, 'row', 'rows')
export const fitmentsText = (count: number) => number(count, 'fitment', 'fitments')
const partsText = (count: number) => number(count, 'part', 'parts')

/** The question before a file is imported. */
export const consequenceOf = ({ counts, parts }: FitmentImport) =>
  `Of ${partsText(parts)}, ${fitmentsText(counts.new)} will be added, ${groupDigits(counts.changed)} changed and ${groupDigits(counts.removed)} removed. Customers see the changes immediately. You can undo this later.`

/** The state of an import in a sentence. */
export function sentenceOf(made: FitmentImport): string {
  const { state, counts, parts, keptParts, problem } = made
  switch (state) {
    case 'reading':
      return 'The file is being received.'
    case 'checking':
      return 'The file is being read and compared with the shop. You can leave this page.'
    case 'failed':
      return 'The file could not be checked.'
    case 'checked':
      if (counts.wrong > 0) {
        return `${rowsText(counts.wrong)} cannot be imported as ${counts.wrong === 1 ? 'it is' : 'they are'}. Nothing is imported until the file has no errors.`
      }
      if (problem) return 'The file was not imported.'
      return changesOf(made) === 0
        ? 'The shop already matches this file.'
        : `Nothing has changed yet. The file changes what ${partsText(parts)} ${parts === 1 ? 'fits' : 'fit'}: review it below, then import.`
    case 'applying':
      return 'The file is being imported. Either all of it is imported or none of it.'
    case 'applied':
      return 'The file was imported.'
    case 'undoing':
      return 'The import is being undone.'
    case 'undone':
      return keptParts > 0
        ? `The import was undone. ${partsText(keptParts)} changed since kept what ${keptParts === 1 ? 'it fits' : 'they fit'}.`
        : 'The import was undone: everything is as it was before.'
    default:
      return state satisfies never
  }
}
