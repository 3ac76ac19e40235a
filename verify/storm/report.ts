import type { Summary } from './summary.ts'

const columns: [title: string, value: (summary: Summary) => string | number][] = [
  ['seed', ({ seed }) => seed],
  ['buyers', ({ buyers }) => buyers],
  ['kills app/PG', ({ kills }) => `${kills.nodes}/${kills.postgres}`],
  ['orders', ({ orders }) => orders],
  ['accepted', ({ accepted }) => accepted],
  ['refused', ({ refused }) => refused],
  ['paid', ({ paid }) => paid],
  ['lapsed', ({ lapsed }) => lapsed],
  ['refunded', ({ refunded }) => refunded],
  ['sent back', ({ sentBack }) => sentBack],
  ['retries', ({ retries }) => retries],
  ['429', ({ tooMany }) => tooMany],
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

/** Every promise that was broken, with examples. */
export const brokenPromises = ({ broken }: Summary): string[] =>
  broken.flatMap(({ invariant, promise, count, examples }) => [
    `  ${invariant}: ${promise}: broken ${count} times`,
    ...examples.map((example) => `    ${example}`),
  ])
