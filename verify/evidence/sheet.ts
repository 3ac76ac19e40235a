import type { TaggedTest } from './tagged-tests.ts'

/** The hand-written entry of an id in a document. */
export interface Entry {
  id: string
  /** Of an ASVS item. */
  level: string | undefined
  state: string | undefined
  words: string
  /** Labels of the list below it: Code, Database, … */
  points: string[]
}

const heading = /^(- |## )((?:row-|P|asvs-)\d[\d.]*)(?:, level (\d), ([a-z ]+))?(?:: (.*))?$/
const generated = /^ *- Shown by `/
const summary = /^\d+ (?:capabilities|promises|items|guards)\b/m

export const hasSummary = (text: string): boolean => summary.test(text)

/** The entries of a document: list items and sections that begin with an id. */
export function entriesOf(text: string): Entry[] {
  const entries: Entry[] = []
  for (const line of handWritten(text)) {
    const [found, , id = '', level, state, words = ''] = heading.exec(line) ?? []
    if (found !== undefined) entries.push({ id, level, state, words, points: [] })
    const [, point] = /^- (\w+): /.exec(line) ?? []
    if (point !== undefined) entries.at(-1)?.points.push(point)
  }
  return entries
}

/** The document with the test files below each entry, and an updated summary. */
export function withEvidence(text: string, tests: readonly TaggedTest[], counts: string): string {
  const lines: string[] = []
  let pending: string[] = []
  const close = () => {
    const end = lines.findLastIndex((line) => line !== '') + 1
    lines.splice(end, 0, ...pending)
    pending = []
  }
  for (const line of handWritten(text)) {
    const [found, mark, id = ''] = heading.exec(line) ?? []
    if (found !== undefined || line.startsWith('#')) close()
    lines.push(summary.test(line) ? counts : line)
    const files = filesOf(id, tests)
    if (files.length > 0) pending = [`${mark === '- ' ? '  ' : ''}- Shown by ${files.join(', ')}`]
  }
  close()
  return lines.join('\n')
}

/** The document with its summary, and all text after it, replaced by a summary and a list. */
export function withList(text: string, counts: string, list: readonly string[]): string {
  const end = text.search(summary)
  return end < 0 ? text : [text.slice(0, end) + counts, ...list, ''].join('\n')
}

const handWritten = (text: string) => text.split('\n').filter((line) => !generated.test(line))

const filesOf = (id: string, tests: readonly TaggedTest[]) => [
  ...new Set(tests.filter(({ ids }) => ids.includes(id)).map(({ file }) => `\`${file}\``)),
]
