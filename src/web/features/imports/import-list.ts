import type { FileImport, RowOutcome } from '#contract/imports/imports.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { counted, kinds } from './kinds.ts'

type RowTab = RowOutcome | 'kept'

export const pathOf = ({ _id, of }: Pick<FileImport, '_id' | 'of'>) =>
  pathTo.importOf(kinds[of].path, _id)

/** The rows of an import; without a tab in the address the most important ones. */
export function importRows(made: FileImport) {
  const { noun, title } = kinds[made.of]
  return managedList<RowTab>({
    path: pathOf(made),
    noun: { one: noun, many: `${noun}s` },
    tabs: {
      label: `${title} by outcome`,
      // Safe: a tab without a text is not shown, and no address opens it.
      texts: tabTextsOf(made) as Readonly<Record<RowTab, string>>,
      first: tabOf(made),
    },
  })
}

/** The tabs that can have rows: files of products remove nothing, few files leave rows out, and only an undo leaves something. */
export const tabTextsOf = ({ of, state, counts }: Pick<FileImport, 'of' | 'state' | 'counts'>) => ({
  wrong: 'Errors',
  changed: 'Changed',
  new: 'New',
  ...(kinds[of].modes && { removed: 'Removed' }),
  unchanged: 'Unchanged',
  ...((counts.skipped ?? 0) > 0 && { skipped: 'Left out' }),
  ...(state === 'undone' && { kept: 'Not undone' }),
})

export const countsOf = ({ counts, keptRows }: FileImport) => ({
  counts: { ...counts, removed: counts.removed ?? 0, skipped: counts.skipped ?? 0, kept: keptRows },
  isCapped: false,
})

/** The tab to open first: errors, else what changes, else what is added or removed. */
export function tabOf({ counts }: Pick<FileImport, 'counts'>): RowTab {
  return (
    (['wrong', 'changed', 'new', 'removed'] as const).find((tab) => (counts[tab] ?? 0) > 0) ??
    'unchanged'
  )
}

export const changesOf = ({ counts }: Pick<FileImport, 'counts'>) =>
  counts.new + counts.changed + (counts.removed ?? 0)

/** What the shop does with an import; of one that waits for its admin nothing. */
export const workOf: Partial<Record<FileImport['state'], string>> = {
  reading: 'Receiving',
  checking: 'Checking',
  applying: 'Importing',
  undoing: 'Undoing',
}

export const isAtWork = ({ state }: Pick<FileImport, 'state'>) => workOf[state] !== undefined

/** The question before a file is imported; with errors, before all of it but the parts with an error is. */
export function consequenceOf(made: Pick<FileImport, 'of' | 'counts' | 'parts'>) {
  const without =
    made.counts.wrong > 0
      ? ', except for parts with an error in the file, which are left out with all their rows'
      : ''
  return `${kinds[made.of].consequence(made)}${without}. Customers see the changes immediately. You can undo this later.`
}

/** The state of an import in a sentence or more, and what it leaves out. */
export const sentenceOf = (made: FileImport) =>
  [stateOf(made), leftOutOf(made)].filter(Boolean).join(' ')

function leftOutOf({ state, counts: { skipped = 0, wrong } }: FileImport) {
  const isDone = !['reading', 'checking', 'failed', 'checked'].includes(state)
  const rows = [
    ...(isDone && wrong > 0 ? [`${counted(wrong, 'row')} with errors`] : []),
    ...(skipped > 0
      ? [isDone && wrong > 0 ? `${groupDigits(skipped)} more` : counted(skipped, 'row')]
      : []),
  ]
  const isOne = skipped + (isDone ? wrong : 0) === 1
  return rows.length > 0 && `${rows.join(' and ')} ${isOne ? 'is' : 'are'} left out.`
}

function errorsOf(made: Pick<FileImport, 'counts' | 'canLeaveOut' | 'mode'>) {
  const { counts, mode } = made
  const asRead = counts.wrong === 1 ? 'as it is' : 'as they are'
  const then = isLeavable(made)
    ? 'Correct the file, or import it without these parts.'
    : `Nothing is imported until the file has no errors.${mode === 'replace' && changesOf(made) > 0 ? ' Rows can be left out of one that only adds.' : ''}`
  return `${counted(counts.wrong, 'row')} cannot be imported ${asRead}. ${then}`
}

/** Whether a file with errors can be imported without the parts that have one. */
export const isLeavable = ({ counts, canLeaveOut }: Pick<FileImport, 'counts' | 'canLeaveOut'>) =>
  counts.wrong > 0 && changesOf({ counts }) > 0 && canLeaveOut === true

const matching = ({ unchanged, skipped = 0 }: FileImport['counts']) =>
  unchanged === 0 && skipped > 0
    ? 'The shop has none of the parts in this file.'
    : 'The shop already matches this file.'

function stateOf(made: FileImport): string {
  const { of, state, counts, keptRows, problem } = made
  switch (state) {
    case 'reading':
      return 'The file is being received.'
    case 'checking':
      return 'The file is being read and compared with the shop. You can leave this page.'
    case 'failed':
      return 'The file could not be checked.'
    case 'checked':
      if (counts.wrong > 0) return errorsOf(made)
      if (problem) return 'The file was not imported.'
      return changesOf(made) === 0
        ? matching(counts)
        : 'Nothing has changed yet. Review the changes below, then import.'
    case 'applying':
      return 'The file is being imported. Either all of it is imported or none of it.'
    case 'applied':
      return changesOf(made) > 0 ? 'The file was imported.' : 'Nothing of the file was imported.'
    case 'undoing':
      return 'The import is being undone.'
    case 'undone':
      return `The import was undone.${keptRows > 0 ? ` ${kinds[of].kept(made)}` : ''}`
    default:
      return state
  }
}
