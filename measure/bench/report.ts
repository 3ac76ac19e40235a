import { growthMax } from './growth.ts'
import { median } from '../../rig/statistics.ts'
import type { ComparisonResult, Growth, Measurement } from './rounds.ts'

export function printComparison(result: ComparisonResult) {
  const { name, title, limitTitle, goal, ratios, shop, limit, peakMegabytes } = result
  const ratio = median(ratios)
  console.log(
    [
      `\n${name}: ${title}`,
      `  ÷ ${limitTitle}`,
      `  ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})` +
        verdict(ratio, goal),
      `  shop  ${describe(shop)}, peak ${peakMegabytes.shop} MB`,
      `  limit ${describe(limit)}${Number.isNaN(peakMegabytes.limit) ? '' : `, peak ${peakMegabytes.limit} MB`}`,
    ].join('\n'),
  )
}

const verdict = (ratio: number, goal: number | undefined) =>
  goal === undefined ? '' : `, goal ${goal}: ${ratio >= goal ? 'met' : 'MISSED'}`

export function printGrowth({ name, title, rows }: Growth) {
  const p99s = rows.map(({ rounds }) => median(rounds.map(({ p99 }) => p99)))
  const growth = (p99s.at(-1) ?? Number.NaN) / (p99s[0] ?? Number.NaN)
  console.log(
    [
      `\n${name}: ${title}`,
      `  p99 grows ${growth.toFixed(2)} times, goal ${growthMax}: ${growth <= growthMax ? 'met' : 'MISSED'}`,
      ...rows.map(({ size, rounds }) => `  ${String(size).padStart(9)} ${describe(rounds)}`),
    ].join('\n'),
  )
}

function describe(rounds: readonly Measurement[]) {
  const of = (field: keyof Measurement) => median(rounds.map((round) => round[field]))
  // pgbench reports neither the time of a server of its own nor of its client.
  const figures = [
    ['cpu', of('cpuMicroseconds').toFixed(0), 'µs'],
    ['database', of('databaseMicroseconds').toFixed(0), 'µs'],
    ['client', (100 * of('clientUtilisation')).toFixed(0), '% busy'],
  ].filter(([, value]) => value !== 'NaN')
  return (
    `${of('perSecond').toFixed(0).padStart(6)}/s  p50 ${of('p50').toFixed(2)} ms  p99 ${of('p99').toFixed(2)} ms` +
    `  ${figures.map((figure) => figure.join(' ')).join(', ')}`
  )
}
