import { growthMax } from './growth.ts'
import { loneCaller, newShop } from './new-shop.ts'
import { median } from '../../rig/statistics.ts'
import type { ComparisonResult, Growth, Measurement } from './rounds.ts'

export function printComparison(result: ComparisonResult) {
  const { name, title, limitTitle, goal, ratios, shop, limit, peakMegabytes } = result
  console.log(
    [
      `\n${name}: ${title}`,
      `  ÷ ${limitTitle}`,
      ratioLine(ratios, goal),
      `  shop  ${describe(shop)}, peak ${peakMegabytes.shop} MB`,
      `  limit ${describe(limit)}${Number.isNaN(peakMegabytes.limit) ? '' : `, peak ${peakMegabytes.limit} MB`}`,
    ].join('\n'),
  )
}

function ratioLine(ratios: readonly number[], goal: number | undefined) {
  const ratio = median(ratios)
  const verdict = goal === undefined ? '' : `, goal ${goal}: ${ratio >= goal ? 'met' : 'MISSED'}`
  return `  ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})${verdict}`
}

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

export function printNewShop(rounds: readonly { fresh: number; analyzed: number }[]) {
  const { name, title, limitTitle, goal } = newShop
  console.log(
    [
      `\n${name}: ${title}`,
      `  ÷ ${limitTitle}`,
      ratioLine(
        rounds.map(({ fresh, analyzed }) => fresh / analyzed),
        goal,
      ),
      ...rounds.map(
        ({ fresh, analyzed }) => `  new ${fresh.toFixed(0)}/s, analysed ${analyzed.toFixed(0)}/s`,
      ),
    ].join('\n'),
  )
}

export function printLoneCaller(rounds: readonly { alone: number; plain: number }[]) {
  const { name, title, limitTitle, goal } = loneCaller
  const times = rounds.map(({ alone, plain }) => alone / plain)
  const middle = median(times)
  console.log(
    [
      `\n${name}: ${title}`,
      `  beside ${limitTitle}`,
      `  takes ${middle.toFixed(1)} times as long (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)}), goal ${goal}: ${middle <= goal ? 'met' : 'MISSED'}`,
      ...rounds.map(
        ({ alone, plain }) => `  alone ${alone.toFixed(2)} ms, plain ${plain.toFixed(2)} ms`,
      ),
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
