import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TestResult } from './result.ts'

const root = join(import.meta.dirname, '../..')

const files = {
  'a.test.ts': `
    test('passes', () => expect(1).toBe(1))
    test('fails', () => expect({ one: 1 }).toEqual({ two: 2 }))
    test('has a cause', () => { throw new Error('stopped', { cause: new Error('money lost') }) })
    test.skip('is skipped', () => {})`,
  'group.test.ts': `
    test('passes', () => {})
    describe('a group', () => {
      beforeAll(() => { throw new Error('no database') })
      test('needs it', () => {})
    })`,
  'import.test.ts': `throw new Error('no module')`,
  'late.test.ts': `
    test('rejects', () => void Promise.reject(new Error('too late')))`,
}

/** Runs Vitest on the files, with further arguments. */
async function run(...args: string[]) {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(root, 'test-results/planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    const imports = `import { beforeAll, describe, expect, test } from 'vitest'`
    writeFileSync(join(folder, name), `${imports}\n${text}`)
  }
  const file = join(folder, 'results.json')
  const reporter = `--reporter=${join(import.meta.dirname, 'vitest-results.ts')}`
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, reporter]
  const child = spawn(process.execPath, [...vitest, ...args], {
    env: { ...process.env, UNIT_RESULTS: file },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'close')
  const results: TestResult[] = JSON.parse(readFileSync(file, 'utf8'))
  return { code, results: results.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** @shows row-245 */
test('each failure of Vitest is a result: of a test, a file, or of none', async () => {
  const { code, results } = await run()
  expect(code).toBe(1)
  expect(results).toMatchObject([
    {
      name: 'Vitest itself',
      outcome: 'failed',
      isFinal: true,
      reason: expect.stringContaining('too late'),
    },
    {
      name: 'a.test.ts: fails',
      outcome: 'failed',
      file: 'a.test.ts',
      reason: expect.stringMatching(/expected { one: 1 }[^]*"two": 2/),
    },
    { name: 'a.test.ts: has a cause', reason: expect.stringMatching(/stopped[^]*money lost/) },
    { name: 'a.test.ts: is skipped', outcome: 'failed', reason: 'It was skipped.', isFinal: true },
    { name: 'a.test.ts: passes', outcome: 'passed', reason: '' },
    {
      name: 'group.test.ts (the file itself)',
      outcome: 'failed',
      file: 'group.test.ts',
      isOfFile: true,
      reason: expect.stringContaining('no database'),
    },
    { name: 'group.test.ts: passes', outcome: 'passed' },
    {
      name: 'import.test.ts (the file itself)',
      isOfFile: true,
      reason: expect.stringContaining('no module'),
    },
    { name: 'late.test.ts: rejects', outcome: 'passed' },
  ])
})

test('only tests of a selected title count, also skipped ones', async () => {
  const { code, results } = await run('a.test.ts', '-t', '(passes|is skipped)$')
  expect(code).toBe(0)
  expect(results).toMatchObject([
    { name: 'a.test.ts: is skipped', outcome: 'failed' },
    { name: 'a.test.ts: passes', outcome: 'passed' },
  ])
})
