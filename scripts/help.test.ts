import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from './testing/print-help.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
/** The scripts of the project and their files, with further words. */
const ownScripts = Object.entries(scripts)
  .filter(([, command]) => command.includes('.ts'))
  .map(([name, command]) => [name, command.replace(/^node (?:scripts\/run\.mjs )?/, '')] as const)

const folder = mkdtempSync(join(tmpdir(), 'help-'))
const run = promisify(execFile)
const options = {
  // A start would fail to reach this database, leave files in this folder or keep the process running.
  env: {
    PATH: process.env['PATH'],
    TMPDIR: folder,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  },
}

const calls = new Map<string, Call>()
beforeAll(async () => {
  const args = ['scripts/testing/print-help.ts', ...ownScripts.map(([, command]) => command)]
  const { stdout, stderr } = await run(process.execPath, args, options)
  expect(stderr).toBe('')
  const answers = JSON.parse(stdout) as Call[]
  for (const [index, [name]] of ownScripts.entries()) calls.set(name, answers[index]!)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('most npm scripts run programs of the project', () => {
  expect(ownScripts.length).toBeGreaterThan(20)
})

test.each(ownScripts)('npm run %s -- --help prints its usage and starts nothing', (name) => {
  const called = ['test:hosted', 'test:walks'].includes(name) ? 'test' : name
  const usage = expect.stringMatching(new RegExp(`^usage: npm (?:run )?${called}\\b[^]*--help`))
  expect(calls.get(name)).toEqual({ stdout: usage, stderr: '', code: 0, files: [] })
})

test('the first step of npm scripts passes --help on and starts nothing itself', async () => {
  const args = ['scripts/run.mjs', 'src/server/cli/sql.ts', '--help']
  const { stdout, stderr } = await run(process.execPath, args, options)
  expect({ stdout, stderr }).toEqual({ stdout: calls.get('sql')?.stdout, stderr: '' })
})
