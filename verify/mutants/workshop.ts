import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { mutate } from './mutant.ts'
import type { Mutant, Noticing } from './mutant.ts'

export interface Outcome extends Noticing {
  /** Undefined when there was no such test to run. */
  status: string | undefined
}

interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}

const root = resolve(import.meta.dirname, '../..')
const notCopied = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', 'screenshots'])

/** A copy of the source to take guards out of, so that the source itself is never touched. */
export function openWorkshop() {
  const copy = mkdtempSync(join(tmpdir(), 'auto-parts-mutants-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !notCopied.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  let current: ChildProcess | undefined

  const run = async (tests: readonly Noticing[]): Promise<Outcome[]> => {
    const report = join(copy, 'mutants.json')
    rmSync(report, { force: true })
    const files = [...new Set(tests.map(({ file }) => file))]
    const names = tests.map(({ test }) => test.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join('|')
    // The names of groups may stand before it.
    const args = ['run', ...files, '-t', `(?:^| )(?:${names})$`]
    current = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        ...args,
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      { cwd: copy, stdio: 'ignore' },
    )
    await once(current, 'exit')
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return tests.map(({ file, test }) => {
      const results = testResults.find(({ name }) => name.endsWith(`/${file}`))
      const result = results?.assertionResults.find(({ title }) => title === test)
      return { file, test, status: result?.status }
    })
  }

  return {
    run,

    /** Runs the tests that must notice that the guard is gone. */
    async runWithout(mutant: Mutant): Promise<Outcome[]> {
      const path = join(copy, mutant.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, mutate(source, mutant))
      try {
        return await run(mutant.noticedBy)
      } finally {
        writeFileSync(path, source)
      }
    },

    close() {
      current?.kill()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}
