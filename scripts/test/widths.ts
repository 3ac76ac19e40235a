import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { git } from '../git.ts'
import { Output } from './lane-output.ts'
import type { Suite } from './playwright-results.ts'
import { runForReport } from './run-command.ts'

const widths = ['phone', 'desktop'] as const

/**
 * The width at which each journey that depends on it does not run with a commit, as lines of a test list: every journey
 * runs with every commit, and with the next one maybe at the other width.
 */
export function otherWidths(suites: readonly Suite[], commit: string): string[] {
  return suites.flatMap((suite) => otherWidthsOf(suite, commit, [suite.file]))
}

function otherWidthsOf(
  { specs, suites = [] }: Suite,
  commit: string,
  path: readonly string[],
): string[] {
  const own = specs.flatMap(({ title, tests }) => {
    const journey = [...path, title].join(' › ')
    const names = new Set(tests.map(({ projectName }) => projectName))
    return widths.every((width) => names.has(width))
      ? [`[${widths[coin(`${commit} ${journey}`)]}] › ${journey}`]
      : []
  })
  const nested = suites.flatMap((suite) => otherWidthsOf(suite, commit, [...path, suite.title]))
  return [...own, ...nested]
}

const coin = (text: string) => (createHash('sha256').update(text).digest()[0] ?? 0) % 2

/** Writes the list for the checked-out commit, after further lines; returns the file. */
export async function listOtherWidths(file: string, further: readonly string[] = []) {
  const command = ['playwright', 'test', '--list', '--reporter=json']
  const report = `${file}.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  // The names of all journeys, which nobody reads unless there are none.
  const names = new Output(false)
  const listed = await runForReport(report, command, names, env).catch((error: unknown) => {
    names.flush()
    throw error
  })
  const { suites } = listed.report
  const lines = [...further, ...otherWidths(suites, git('.', 'rev-parse', 'HEAD'))]
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}
