import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { mutate } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export interface Outcome {
  file: string
  passed: string[]
  failed: string[]
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}

const root = resolve(import.meta.dirname, '../..')
const notCopied = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', 'screenshots'])

/** A copy of the source from which guards are removed, so that the source itself is not changed. */
export function openWorkingCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'auto-parts-mutants-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !notCopied.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  let current: ChildProcess | undefined

  const run = async (files: readonly string[], ...options: string[]): Promise<Outcome[]> => {
    const report = join(copy, 'mutants.json')
    rmSync(report, { force: true })
    current = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...files,
        ...options,
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      // A guard may be missed by the tests that a sample leaves out.
      { cwd: copy, stdio: 'ignore', env: { ...process.env, WALKS: 'whole' } },
    )
    await once(current, 'exit')
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return files.map((file) => {
      const tests =
        testResults.find(({ name }) => name.endsWith(`/${file}`))?.assertionResults ?? []
      const titles = (status: string) =>
        tests.filter((test) => test.status === status).map(({ fullName }) => fullName)
      return { file, passed: titles('passed'), failed: titles('failed') }
    })
  }

  return {
    /** Runs whole test files on the source with its guards. */
    run,

    /** Runs each test file of the mutant without the guard, up to its first failing test. */
    async runWithout(mutant: Mutant): Promise<Outcome[]> {
      const path = join(copy, mutant.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, mutate(source, mutant))
      try {
        const outcomes: Outcome[] = []
        for (const file of mutant.noticedBy) outcomes.push(...(await run([file], '--bail=1')))
        return outcomes
      } finally {
        writeFileSync(path, source)
      }
    },

    /** Ends the running tests first, so that they stop their database. */
    async close() {
      if (current?.exitCode === null && current.kill()) await once(current, 'exit')
      rmSync(copy, { recursive: true, force: true })
    },
  }
}
