import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { testFiles } from '../test/test-files.ts'
import { readSuite, totalLine } from './read-suite.ts'
import { commands, notSuites, partsOfTest, runBy, suites } from './suites.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const names = Object.keys(scripts)
const exclude = ['**/node_modules', 'node_modules', 'dist', 'test-results', 'data']
const slashed = (path: string) => path.replaceAll('\\', '/')
const files = (pattern: string) => globSync(pattern, { exclude }).map(slashed).toSorted()
const workflow = (name: string) => readFileSync(`.github/workflows/${name}.yml`, 'utf8')

/** @shows row-210 */
test('every npm script is a suite, a part of npm test, a check with a reason why not, or no check', () => {
  const listed = [...suites, ...Object.keys(partsOfTest), ...Object.keys(notSuites), ...commands]
  expect(names.filter((name) => !listed.includes(name))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test.each(Object.entries(partsOfTest))('npm test contains %s', (_, text) => {
  expect(readFileSync('scripts/test/main.ts', 'utf8')).toContain(text)
})

/** @shows row-210 */
test('every folder of browser tests and every configuration of a runner has its npm script', () => {
  const folders = globSync('**/*.spec.ts', { exclude }).map((file) => slashed(dirname(file)))
  const configurations = globSync('**/{playwright,vitest}*.config.*', { exclude }).map(slashed)
  expect([...new Set(folders), ...configurations].toSorted()).toEqual(Object.keys(runBy))
  expect(names).toEqual(expect.arrayContaining(Object.values(runBy)))
})

test('every unit test is in a folder that vitest reads', () => {
  expect(readFileSync('vitest.config.ts', 'utf8')).toContain('include: [testFiles.unit]')
  expect(files('**/*.test.{ts,tsx,js,mjs}')).toEqual(files(testFiles.unit))
})

test('every program of verify and measure has its npm script', () => {
  const programs = globSync('{verify,measure}/**/main.ts', { exclude }).map(slashed)
  const commandLines = Object.values(scripts).join('\n')
  expect(programs.filter((file) => !commandLines.includes(file))).toEqual([])
})

/** @shows row-210 */
test('.ci/run is npm test, test:all runs every suite, and the CI workflow runs each of them', () => {
  expect(readFileSync('.ci/run', 'utf8').split('\n').slice(3)).toEqual(['exec npm test', ''])
  expect(scripts['test:all']).toContain('scripts/test-all/main.ts')
  const called = scriptsIn(workflow('ci'))
  expect(suites.filter((name) => !called.includes(name))).toEqual([])
})

test('the nightly workflow runs the checks that say so, and no workflow runs a script that does not exist', () => {
  const nightly = Object.keys(notSuites).filter((name) => notSuites[name]?.workflow === 'nightly')
  const storm = 'storm' // With more seeds than in `npm test`.
  expect(scriptsIn(workflow('nightly')).toSorted()).toEqual([...nightly, storm].toSorted())
  const all = globSync('.github/workflows/*').flatMap((file) =>
    scriptsIn(readFileSync(file, 'utf8')),
  )
  expect(all.filter((name) => !names.includes(name))).toEqual([])
})

test('the production run has journeys of visitors, customers and admins', () => {
  const tagged = globSync('e2e/journeys/*.spec.ts').filter((file) =>
    readFileSync(file, 'utf8').includes("{ tag: '@production' }"),
  )
  expect(tagged.map(slashed)).toEqual(
    expect.arrayContaining(
      ['account', 'admin', 'customer', 'visitor'].map((name) => `e2e/journeys/${name}.spec.ts`),
    ),
  )
})

test('the journeys of a hosted provider expect the texts of the other journeys', () => {
  const source = readFileSync('e2e/hosted/firebase.spec.ts', 'utf8')
  expect(source.match(/to(?:Have|Contain)Text\(\s*['"`]/g)).toBeNull()
})

test.each([
  ['a suite that passes', 0, 'a\n12 passed, 0 failed\n', 12, 0],
  ['only the last result', 0, '3 passed, 1 failed\n12 passed, 0 failed\n', 12, 0],
  ['its failures', 1, 'Failed:\n  one\n\n10 passed, 2 failed\n', 10, 2],
  ['an error after all tests have passed', 1, '12 passed, 0 failed\n', 12, 1],
  ['an end without a result', 0, '── unit: 12 passed, 0 failed (3 s) ──\n', 0, 1],
  ['a run without a test', 0, '0 passed, 0 failed\n', 0, 1],
])('the result of a suite counts %s', (_, code, output, passed, failed) => {
  expect(readSuite('test', { code, output })).toMatchObject({ passed, failed })
})

/** @shows row-210 */
test('the last line adds all suites', () => {
  const suites = [12, 3].map((passed) => ({ passed, failed: passed % 2, reason: '' }))
  expect(totalLine(suites)).toBe('15 passed, 1 failed')
})

test('every script that a table names as a program exists', () => {
  for (const command of Object.values(scripts)) {
    const file = /^node (?:scripts\/run\.mjs )?(\S+)/.exec(command)?.[1]
    if (file) expect([file, existsSync(file)]).toEqual([file, true])
  }
})

/** The npm scripts that a workflow calls, also by its matrix. */
function scriptsIn(text: string): string[] {
  const calls = Array.from(text.matchAll(/\bnpm run ([\w:-]+)/g), ([, name]) => name ?? '')
  const matrix = Array.from(text.matchAll(/\{ run: ([\w:-]+)/g), ([, name]) => name ?? '')
  return [...calls, ...matrix, ...(/\bnpm test\b/.test(text) ? ['test'] : [])]
}
