import type { TaggedTest } from './tagged-tests.ts'

/** The hand-written entry of an id in a document. */
export interface Entry {
  id: string
  /** The level of an ASVS item. */
  level: string | undefined
  state: string | undefined
  words: string
  /** Labels of the list below it: Code, Database, … */
  points: string[]
}

const heading = /^(- |## )((?:row-|P|asvs-)\d[\d.]*)(?:, level (\d), ([a-z ]+))?(?:: (.*))?$/
const evidence = /^ *- Shown by `.*$/gm

/** Lines that tests give, which no document has: they would differ after each change of a test. */
export const evidenceLines = (text: string): string[] => text.match(evidence) ?? []

/** The entries of a document: list items and sections that begin with an id. */
export function entriesOf(text: string): Entry[] {
  const entries: Entry[] = []
  for (const line of text.split('\n')) {
    const [found, , id = '', level, state, words = ''] = heading.exec(line) ?? []
    if (found !== undefined) entries.push({ id, level, state, words, points: [] })
    const [, point] = /^- (\w+): /.exec(line) ?? []
    if (point !== undefined) entries.at(-1)?.points.push(point)
  }
  return entries
}

/** The document with a line of counts below its title, and the test files below each entry. */
export function withEvidence(text: string, tests: readonly TaggedTest[], counts: string): string {
  const [title = '', ...rest] = text.split('\n')
  const lines = [title, '', counts]
  let pending: string[] = []
  const close = () => {
    const end = lines.findLastIndex((line) => line !== '') + 1
    lines.splice(end, 0, ...pending)
    pending = []
  }
  for (const line of rest) {
    const [found, mark, id = ''] = heading.exec(line) ?? []
    if (found !== undefined || line.startsWith('#')) close()
    lines.push(line)
    const files = filesOf(id, tests)
    if (files.length > 0) pending = [`${mark === '- ' ? '  ' : ''}- Shown by ${files.join(', ')}`]
  }
  close()
  return lines.join('\n')
}

const filesOf = (id: string, tests: readonly TaggedTest[]) => [
  ...new Set(tests.filter(({ ids }) => ids.includes(id)).map(({ file }) => `\`${file}\``)),
]
