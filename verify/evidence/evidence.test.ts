import { expect, test } from 'vitest'
import { mutants } from '../mutants/mutants.ts'
import { listsOf, problemsOf } from './evidence.ts'
import type { Documents } from './evidence.ts'
import { readEvidence } from './files.ts'
import { taggedTests } from './tagged-tests.ts'
import type { TaggedTest } from './tagged-tests.ts'

const { documents, lists, tests, problems } = readEvidence()

/** Problems that a change adds; existing ones fail the first test only. */
const newProblems = (changed: Documents, tagged: readonly TaggedTest[]) =>
  problemsOf(changed, tagged).filter((problem) => !problems.includes(problem))

const problemsWithout = (id: string) =>
  newProblems(
    documents,
    tests.map((tagged) => ({ ...tagged, ids: tagged.ids.filter((each) => each !== id) })),
  ).filter((problem) => !problem.includes('@shows'))

const problemsAfter = (name: keyof Documents, before: string | RegExp, after: string) => {
  const changed = { ...documents, [name]: documents[name].replace(before, after) }
  expect(changed[name]).not.toBe(documents[name])
  return newProblems(changed, tests)
}

test('every capability, promise and tested item of ASVS is shown by a test', () => {
  expect(problems).toEqual([])
})

test.each(['row-1', 'P15', 'asvs-1.1.1'])('%s without its tests is a problem', (id) => {
  expect(problemsWithout(id)).toEqual([`${id} is shown by no test`])
})

test.each(['row-0', 'P16', 'asvs-1.1.9', 'P'])('the unknown id %s is a problem', (id) => {
  const tagged = taggedTests('a.test.ts', `/** @shows ${id} */\ntest('a title', () => {})\n`)
  expect(newProblems(documents, [...tests, ...tagged])).toEqual([
    `a.test.ts:2: no document has ${id}`,
  ])
})

test.each([
  `/** @shows P1 */\nconst a = 1\n`,
  `// @shows P1\ntest('a title', () => {})\n`,
  `/** Shows. @shows P1 */\ntest('a title', () => {})\n`,
])('a tag without a test is a problem: %j', (source) => {
  expect(newProblems(documents, [...tests, ...taggedTests('a.test.ts', source)])).toHaveLength(1)
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
  ['coverage', /^- row-2: /m, '- row-1: ', 'docs/coverage.md: rows are not in ascending order'],
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
  [
    'coverage',
    /^- row-2: .*$/m,
    '$&\n  - Shown by `e2e/journeys/frame.spec.ts`',
    'coverage: “- Shown by `e2e/journeys/frame.spec.ts`” belongs to the evidence',
  ],
] as const)('%s with %s replaced by %j is a problem', (name, before, after, problem) => {
  expect(problemsAfter(name, before, after)).toContain(problem)
})

test('the lists are the documents with the test files of each entry, and the counts', () => {
  for (const name of ['coverage', 'promises', 'asvs'] as const) {
    const [title, blank, counts, ...rest] = lists[name].split('\n')
    expect(counts).toMatch(/^\d+ (?:capabilities|promises|items)\b/)
    const ofDocument = rest.filter((line) => !/^ *- Shown by `/.test(line))
    expect([title, ...ofDocument].join('\n')).toBe(documents[name])
    expect(blank).toBe('')
  }
})

test('an entry of the list names each file of its tests once, whichever titles they have', () => {
  const tagged = ['b.test.ts', 'b.test.ts', 'c.test.ts'].map((file, line) => ({
    file,
    line,
    title: `title ${line}`,
    ids: ['P1', 'row-2'],
  }))
  const { coverage, promises } = listsOf(
    {
      coverage: '# Coverage\n\n- row-1: One\n- row-2: Two\n',
      promises: '# Promises\n\n## P1: One\n\n- Code: a\n\n## P2: Two\n',
      asvs: '',
    },
    tagged,
    [],
  )
  const shown = '- Shown by `b.test.ts`, `c.test.ts`\n'
  expect(coverage).toBe(`# Coverage\n\n2 capabilities.\n\n- row-1: One\n- row-2: Two\n  ${shown}`)
  expect(promises).toBe(
    `# Promises\n\n2 promises.\n\n## P1: One\n\n- Code: a\n${shown}\n## P2: Two\n`,
  )
})

test('the list of guards has each with the tests that notice, by source file', () => {
  for (const { guard, file, noticedBy } of mutants) {
    const [, ofFile = ''] = lists.mutants.split(`\n## ${file}\n`)
    expect(ofFile).toContain(`- ${guard} (${noticedBy.map((name) => `\`${name}\``).join(', ')})`)
  }
})
