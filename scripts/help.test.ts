import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const ours = Object.entries(scripts).filter(([, command]) => command.includes('.ts'))

test('most scripts are programs of the project', () => {
  expect(ours.length).toBeGreaterThan(20)
})

test.each(ours)(
  'npm run %s -- --help prints how it is called and starts nothing',
  async (name, command) => {
    const folder = mkdtempSync(join(tmpdir(), 'help-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [, ...args] = command.split(' ')
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args, '--help'], {
      // A database that is not there, and a folder that stays empty: a start would show.
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
