import { expect, test } from 'vitest'
import { problemsOf, written } from './evidence.ts'
import type { Documents } from './evidence.ts'
import { readEvidence } from './files.ts'
import { taggedTests } from './tagged-tests.ts'
import type { TaggedTest } from './tagged-tests.ts'

const { documents, expected, tests, problems } = readEvidence()

const rows = documents.coverage.match(/^- row-/gm)?.length ?? 0

/** Problems that a change adds; existing ones fail the first test only. */
const newProblems = (changed: Documents, tagged: readonly TaggedTest[]) =>
  problemsOf(changed, tagged).filter((problem) => !problems.includes(problem))

const problemsWithout = (id: string) =>
  newProblems(
    expected,
    tests.map((tagged) => ({ ...tagged, ids: tagged.ids.filter((each) => each !== id) })),
  ).filter((problem) => !problem.includes('@shows'))

const problemsAfter = (name: keyof Documents, before: string | RegExp, after: string) => {
  const changed = { ...expected, [name]: expected[name].replace(before, after) }
  expect(changed[name]).not.toBe(expected[name])
  return newProblems(changed, tests)
}

test('every capability, promise and tested item of ASVS is shown by a test', () => {
  expect(problems).toEqual([])
})

test.each(['coverage', 'promises', 'asvs', 'mutants'] as const)(
  'the document of %s is up to date with npm run evidence',
  (name) => {
    expect(documents[name]).toBe(expected[name])
  },
)

test.each(['row-1', 'P15', 'asvs-1.1.1'])('%s without its tests is a problem', (id) => {
  expect(problemsWithout(id)).toEqual([`${id} is shown by no test`])
})

test.each(['row-0', 'P16', 'asvs-1.1.9', 'P'])('the unknown id %s is a problem', (id) => {
  const tagged = taggedTests('a.test.ts', `/** @shows ${id} */\ntest('a title', () => {})\n`)
  expect(newProblems(expected, [...tests, ...tagged])).toEqual([
    `a.test.ts:2: no document has ${id}`,
  ])
})

test.each([
  `/** @shows P1 */\nconst a = 1\n`,
  `// @shows P1\ntest('a title', () => {})\n`,
  `/** Shows. @shows P1 */\ntest('a title', () => {})\n`,
])('a tag without a test is a problem: %j', (source) => {
  expect(newProblems(expected, [...tests, ...taggedTests('a.test.ts', source)])).toHaveLength(1)
})

test.each([
  [`test('it’s one', async () => {})`, 'it’s one'],
  [`test(\n  \`one of \${count}\`,\n  () => {},\n)`, 'one of ${count}'],
  [`test.each([['a', f('b')]] as const)('%s is one', (a) => {})`, '%s is one'],
  [`test.each(cases.map((one) => [name(one, 'x'), one]))(\n  "one's",\n  () => {},\n)`, "one's"],
  [`describe.concurrent('a group', () => {})`, 'a group'],
  [`// Why.\n  test('one', () => {})`, undefined],
])('the title is read from %j', (source, title) => {
  const tag = '/** @shows row-1, P1,\n   * asvs-1.1.1 */'
  expect(taggedTests('a.test.ts', `x()\n  ${tag}\n  ${source}`)).toEqual([
    { file: 'a.test.ts', line: 4, title, ids: ['row-1', 'P1', 'asvs-1.1.1'] },
  ])
})

test.each([
  ['coverage', /^- row-2: .*$/m, '', `docs/coverage.md: not row-1 to row-${rows - 1}`],
  ['promises', '## P15:', '## P16:', 'docs/security/promises.md: not P1 to P15'],
  [
    'promises',
    /^- Database: .*\n- Check: .*$/m,
    '',
    'docs/security/promises.md: P1 has fewer than two guards',
  ],
  ['asvs', /^- asvs-1\.2\.5, .*$/m, '', 'docs/security/asvs.md: 69 items of level 1, not 70'],
  ['asvs', '- asvs-1.2.6,', '- asvs-1.2.7,', 'docs/security/asvs.md: asvs-1.2.7 occurs twice'],
  ['asvs', /^(- asvs-1\.2\.5, .*):.*$/m, '$1', 'docs/security/asvs.md: asvs-1.2.5 has no reason'],
  [
    'asvs',
    'level 1, by design',
    'level 1, designed',
    'docs/security/asvs.md: asvs-1.2.5 has no state',
  ],
  [
    'asvs',
    '`e2e/support/policy.ts`',
    '`e2e/support/gone.ts`',
    'asvs: e2e/support/gone.ts does not exist',
  ],
  ['mutants', /^\d+ guards\.$/m, '', 'mutants: the line of counts is missing'],
] as const)('%s with %s replaced by %j is a problem', (name, before, after, problem) => {
  expect(problemsAfter(name, before, after)).toContain(problem)
})

test('a renamed test changes no document, and a moved one only the names of its files', () => {
  const renamed = tests.map((tagged) => ({ ...tagged, title: 'renamed' }))
  expect(written(expected, renamed, [])).toEqual(written(expected, tests, []))
  const moved = tests.map((tagged) => ({ ...tagged, file: `moved/${tagged.file}` }))
  expect(written(expected, moved, []).promises).toBe(
    expected.promises.replaceAll(/^- Shown by .*$/gm, (line) =>
      line.replaceAll(/`(?=\w)/g, '`moved/'),
    ),
  )
})

test('hand-written text is kept, and the counts are updated', () => {
  const promises = expected.promises.replace(/^## P15: [^]*/m, '')
  const { promises: rewritten } = written({ ...expected, promises }, tests, [])
  expect(rewritten).toBe(promises.replace(/^15 promises\.$/m, '14 promises.'))
})
