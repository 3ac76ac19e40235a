import type { Summary } from './summary.ts'

const columns: [title: string, value: (summary: Summary) => string | number][] = [
  ['seed', ({ seed }) => seed],
  ['buyers', ({ buyers }) => buyers],
  ['kills app/PG', ({ kills }) => `${kills.nodes}/${kills.postgres}`],
  ['orders', ({ orders }) => orders],
  ['accepted', ({ accepted }) => accepted],
  ['refused', ({ refused }) => refused],
  ['paid', ({ paid }) => paid],
  ['expired', ({ expired }) => expired],
  ['refunded', ({ refunded }) => refunded],
  ['auto-refunded', ({ autoRefunded }) => autoRefunded],
  ['disputed', ({ disputed }) => disputed],
  ['charged back', ({ chargedBack }) => chargedBack],
  ['retries', ({ retries }) => retries],
  ['429', ({ rateLimited }) => rateLimited],
  ['given up', ({ givenUp }) => givenUp],
  ['p50 ms', ({ placingMs }) => placingMs.p50],
  ['p99 ms', ({ placingMs }) => placingMs.p99],
  ['seconds', ({ seconds }) => seconds],
  ['violations', ({ violations }) => violations],
]

const cells = (values: (string | number)[]) =>
  values.map((value, index) => String(value).padStart(columns[index]?.[0].length ?? 0)).join('  ')

export const heading = () => cells(columns.map(([title]) => title))

export const row = (summary: Summary) => cells(columns.map(([, value]) => value(summary)))

/** The violated promises with examples, one line each. */
export const violationLines = ({ broken }: Summary): string[] =>
  broken.flatMap(({ invariant, promise, count, examples }) => [
    `  ${invariant}: ${promise}: ${count} violations`,
    ...examples.map((example) => `    ${example}`),
  ])
