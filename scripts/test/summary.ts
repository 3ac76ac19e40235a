import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { failuresOf, flakyOf } from './result.ts'
import type { TestResult } from './result.ts'

const reasonLinesMax = 25
const pageLinesMax = 80
const slowestShown = 10

/** Stack frames outside the project. */
const linesOfOthers = /^ +at .*(?:node_modules\/|node:|<anonymous>).*$/gm

/** Flaky tests count as passed. */
export function closingLine(results: readonly TestResult[]): string {
  const failed = failuresOf(results).length
  return `${results.length - failed} passed, ${failed} failed`
}

/** The slowest tests, one a line; none for a check, which has no tests. */
export const slowestLines = (results: readonly TestResult[]) =>
  results
    .filter(({ seconds }) => seconds !== undefined)
    .toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0))
    .slice(0, slowestShown)
    .map(({ name, seconds = 0 }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)

/**
 * The end of the output: the flaky and the failed tests with the first lines of their reasons. The pages of failed
 * journeys come before: CI keeps no files, and shows of a long log its last lines.
 */
export function summaryLines(results: readonly TestResult[], read = readText): string[] {
  const flaky = flakyOf(results)
  const failures = failuresOf(results)
  return [
    ...failures.flatMap((failure) => pageLines(failure, read)),
    ...(flaky.length > 0 ? ['', 'Flaky, failed in 1 of 2 runs:'] : []),
    ...flaky.flatMap(reasonLines),
    ...(failures.length > 0 ? ['', 'Failed:'] : []),
    ...failures.flatMap(reasonLines),
    '',
    ...(flaky.length > 0 ? [`Flaky: ${flaky.length}`] : []),
    closingLine(results),
  ]
}

const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function pageLines({ name, page }: TestResult, read: (file: string) => string) {
  const lines = page === undefined ? [] : indented(mainPartOf(read(page)), pageLinesMax)
  return lines.length > 0 ? ['', `The page of ${name}:`, ...lines] : []
}

/** A test with the first lines of its reason, and where its page and pictures are. */
export const reasonLines = ({ name, reason, page, recordings = [] }: TestResult) => [
  `  ${name}`,
  ...indented(stripVTControlCharacters(reason).replaceAll(linesOfOthers, ''), reasonLinesMax),
  ...[page ?? [], recordings].flat().map((file) => `      ${relative('.', file)}`),
]

const indented = (text: string, linesMax: number) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesMax)
    .map((line) => `      ${line}`)

/** The main part of the page in Playwright's description, or all of the page without one. */
function mainPartOf(description: string) {
  const [, page = ''] = /^```yaml\n(.*?)^```/ms.exec(description) ?? []
  return page.slice(Math.max(0, page.search(/^ *- main\b/m)))
}
