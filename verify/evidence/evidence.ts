import { existsSync } from 'node:fs'
import type { Mutant } from '../mutants/mutant.ts'
import { entriesOf, evidenceLines, withEvidence } from './sheet.ts'
import type { Entry } from './sheet.ts'
import type { TaggedTest } from './tagged-tests.ts'

export const paths = {
  coverage: 'docs/coverage.md',
  promises: 'docs/security/promises.md',
  asvs: 'docs/security/asvs.md',
}

export type Documents = Record<keyof typeof paths, string>

const promiseCount = 15
const itemsOfLevel = { 1: 70, 2: 183 }
const states = {
  test: 'by test',
  'by design': 'by design',
  'not applicable': 'not applicable',
  deviation: 'deviations',
}

/** The documents with the test files of each entry, and the guards with those that notice their removal. */
export function listsOf(
  { coverage, promises, asvs }: Documents,
  tests: readonly TaggedTest[],
  guards: readonly Mutant[],
): Documents & { mutants: string } {
  const items = entriesOf(asvs)
  const levels = counts(items, 'level', { 1: 'of level 1', 2: 'of level 2' })
  return {
    coverage: withEvidence(coverage, tests, `${entriesOf(coverage).length} capabilities.`),
    promises: withEvidence(promises, tests, `${entriesOf(promises).length} promises.`),
    asvs: withEvidence(
      asvs,
      tests,
      `${items.length} items (${levels}): ${counts(items, 'state', states)}.`,
    ),
    mutants: ['# Mutants', '', `${guards.length} guards.`, ...guardsByFile(guards), ''].join('\n'),
  }
}

/** Problems of the documents and tags, one line each. */
export function problemsOf(
  { coverage, promises, asvs }: Documents,
  tests: readonly TaggedTest[],
): string[] {
  const rows = entriesOf(coverage)
  const promised = entriesOf(promises)
  const items = entriesOf(asvs)
  const known = new Set([...rows, ...promised, ...items].map(({ id }) => id))
  const shown = new Set(tests.flatMap(({ ids }) => ids))
  return [
    ...unordered(paths.coverage, rows),
    ...misnumbered(paths.promises, promised, promiseCount, 'P'),
    ...itemProblems(items),
    ...promised
      .filter(({ points }) => new Set(points).size < 2)
      .map(({ id }) => `${paths.promises}: ${id} has fewer than two guards`),
    ...[...rows, ...promised, ...items]
      .filter(({ id, state = 'test' }) => state === 'test' && !shown.has(id))
      .map(({ id }) => `${id} is shown by no test`),
    ...tests.flatMap((test) => tagProblems(test, known)),
    ...Object.entries({ coverage, promises, asvs }).flatMap(textProblems),
  ]
}

function textProblems([name, text]: [string, string]): string[] {
  const files = Array.from(
    text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|sql))`/g),
    ([, file = '']) => file,
  )
  return [
    ...evidenceLines(text).map((line) => `${name}: “${line.trim()}” belongs to the evidence`),
    ...files.filter((file) => !existsSync(file)).map((file) => `${name}: ${file} does not exist`),
  ]
}

function tagProblems({ file, line, title, ids }: TaggedTest, known: ReadonlySet<string>): string[] {
  const at = `${file}:${line}: `
  if (title === undefined || ids.length === 0) {
    return [`${at}@shows is not a comment of ids, /** … */, above a test`]
  }
  return ids.filter((id) => !known.has(id)).map((id) => `${at}no document has ${id}`)
}

function itemProblems(items: readonly Entry[]): string[] {
  const at = paths.asvs
  const ids = items.map(({ id }) => id)
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${at}: ${id} occurs twice`),
    ...Object.entries(itemsOfLevel).flatMap(([level, count]) => {
      const found = items.filter((item) => item.level === level).length
      return found === count ? [] : [`${at}: ${found} items of level ${level}, not ${count}`]
    }),
    ...items
      .filter(({ state = '' }) => !Object.hasOwn(states, state))
      .map(({ id }) => `${at}: ${id} has no state`),
    ...items
      .filter(({ state, words }) => state !== 'test' && words === '')
      .map(({ id }) => `${at}: ${id} has no reason`),
  ]
}

/** Numbers may be left out: they are given to changes before these are finished. */
function unordered(at: string, entries: readonly Entry[]) {
  const numbers = entries.map(({ id }) => Number(id.split('-')[1]))
  const isAscending = numbers.every((number, index) => number > (numbers[index - 1] ?? 0))
  return isAscending ? [] : [`${at}: rows are not in ascending order`]
}

function misnumbered(at: string, entries: readonly Entry[], count: number, prefix: string) {
  const expected = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
  const found = entries.map(({ id }) => id)
  return found.join() === expected.join() ? [] : [`${at}: not ${prefix}1 to ${prefix}${count}`]
}

const counts = (
  items: readonly Entry[],
  key: 'level' | 'state',
  names: Readonly<Record<string, string>>,
) =>
  Object.entries(names)
    .map(([value, name]) => `${items.filter((item) => item[key] === value).length} ${name}`)
    .join(', ')

const guardsByFile = (guards: readonly Mutant[]) =>
  [...Map.groupBy(guards, ({ file }) => file)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, ofFile]) => [
      '',
      `## ${file}`,
      '',
      ...ofFile.map(
        ({ guard, noticedBy }) =>
          `- ${guard} (${noticedBy.map((test) => `\`${test}\``).join(', ')})`,
      ),
    ])
