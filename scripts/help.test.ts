import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const ownScripts = Object.entries(scripts).filter(([, command]) => command.includes('.ts'))

test('most npm scripts run programs of the project', () => {
  expect(ownScripts.length).toBeGreaterThan(20)
})

test.each(ownScripts)(
  'npm run %s -- --help prints its usage and starts nothing',
  async (name, command) => {
    const folder = mkdtempSync(join(tmpdir(), 'help-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [, ...args] = command.split(' ')
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args, '--help'], {
      // A start would fail to reach this database or leave files in this folder.
      env: {
        PATH: process.env['PATH'],
        TMPDIR: folder,
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      },
    })
    const called = name === 'test:hosted' ? 'test' : name
    expect(stdout).toMatch(new RegExp(`^usage: npm (?:run )?${called}\\b`))
    expect(stdout).toContain('--help')
    expect(stderr).toBe('')
    expect(readdirSync(folder)).toEqual([])
  },
)
