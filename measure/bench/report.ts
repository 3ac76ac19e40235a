import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { growthMax } from './growth.ts'
import type { Compared, Grown, Side } from './rounds.ts'

export interface Report {
  at: string
  node: string
  comparisons: Compared[]
  growth: Grown[]
  violations: Violation[]
}

const folder = 'measure/bench/results'

const short = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value

/** The last run that was kept, to compare with. */
export function lastKept(): Report | undefined {
  const [file] = globSync(`${folder}/*.json`).toSorted().toReversed()
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

export function keep(report: Report): string {
  const file = `${folder}/${report.at.slice(0, 16).replaceAll(':', '')}.json`
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, short)}\n`)
  return file
}

export function printComparison(compared: Compared, before: Report | undefined) {
  const { name, title, limitTitle, goal, ratios, shop, limit, peakMegabytes } = compared
  const kept = before?.comparisons.find((other) => other.name === name)
  const last = kept ? `, kept before ${median(kept.ratios).toFixed(2)}` : ''
  const ratio = median(ratios)
  console.log(
    [
      `\n${name}: ${title}`,
      `  ÷ ${limitTitle}`,
      `  ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})` +
        `${verdict(ratio, goal)}${last}`,
      `  shop  ${describe(shop)}, at most ${peakMegabytes.shop} MB`,
      `  limit ${describe(limit)}, at most ${peakMegabytes.limit} MB`,
    ].join('\n'),
  )
}

const verdict = (ratio: number, goal: number | undefined) =>
  goal === undefined ? '' : `, goal ${goal}: ${ratio >= goal ? 'reached' : 'MISSED'}`

export function printGrowth({ name, title, rows }: Grown) {
  const p99s = rows.map(({ rounds }) => median(rounds.map(({ p99 }) => p99)))
  const growth = (p99s.at(-1) ?? Number.NaN) / (p99s[0] ?? Number.NaN)
  console.log(
    [
      `\n${name}: ${title}`,
      `  p99 grows ${growth.toFixed(2)} times, at most ${growthMax}: ${growth <= growthMax ? 'reached' : 'MISSED'}`,
      ...rows.map(({ size, rounds }) => `  ${String(size).padStart(9)} ${describe(rounds)}`),
    ].join('\n'),
  )
}

function describe(sides: readonly Side[]) {
  const of = (field: keyof Side) => median(sides.map((side) => side[field]))
  return (
    `${of('perSecond').toFixed(0).padStart(6)}/s  p50 ${of('p50').toFixed(2)} ms  p99 ${of('p99').toFixed(2)} ms` +
    `  cpu ${of('cpuMicroseconds').toFixed(0)} µs, database ${of('databaseMicroseconds').toFixed(0)} µs` +
    `, client ${(100 * of('clientBusy')).toFixed(0)} % busy`
  )
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  )
}
