import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { productSorts } from '../../src/contract/products/products.ts'
import { carOf } from '../../src/server/features/fitments/cars.ts'
import { fitsOf } from '../../src/server/features/fitments/fits.ts'
import { vehicleOf } from '../../src/server/testing/rows/many-fitments.ts'
import { productId } from '../../src/server/testing/rows/many-rows.ts'
import { startBenchNodes } from '../bench/bench-nodes.ts'
import type { Node } from '../bench/bench-nodes.ts'
import { loadFitments } from '../bench/loaded-fitments.ts'
import { sizes } from '../bench/sizes.ts'
import type { Size } from '../bench/sizes.ts'
import { searches } from './searches.ts'

/** The goals for 95th percentiles in milliseconds: answers for a car, and the statement of 24 verdicts. */
const goals = { answers: 60, verdicts: 5 }

/** From 9,400 parts of one year to 17. */
const cars = [1, 2, 10, 100, 1_000, 1_690].map((model) => vehicleOf(model))

const filters = [
  '',
  '&kind=brakes',
  '&inStock=true',
  '&minPrice=20&maxPrice=30',
  '&engine=2.0l-diesel',
]

const script = {
  usage: 'npm run bench:fitments [-- <options>]',
  about: 'Measures lists and searches for a car, and verdicts.',
  options: {
    parts: { type: 'string', default: '100000', about: `products: ${sizes.join(', ')}` },
    fitments: { type: 'string', default: '1000000', about: 'number of fitments' },
    rounds: { type: 'string', default: '5', about: 'how often each request is made' },
    reuse: {
      type: 'boolean',
      default: false,
      about: 'keep the loaded database, and use that of the last run',
    },
  },
} as const
const { values } = readCommandLine(script)
const [rounds, fitments] = [Number(values.rounds), Number(values.fitments)]
const size = sizes.find((each) => each === Number(values.parts))
if (!(rounds > 0 && fitments > 0) || !size) refuse(script)

const bench = await startBenchNodes({ keep: values.reuse })
try {
  const node = await bench.node(size)
  await loadFitments(node, fitments)
  console.log('                              median       p95       max')
  const lists = cars.flatMap((car) =>
    productSorts.flatMap((sort) => filters.map((filter) => `vehicle=${car}&sort=${sort}${filter}`)),
  )
  const answers = [
    await measured('list for a car', lists, (query, n) => get(node, `?limit=24&${query}&n=${n}`)),
    await measured('count for a car', lists, (query, n) => get(node, `/found?${query}&n=${n}`)),
  ]
  for (const [kind, texts] of Object.entries(searches)) {
    const queries = cars.flatMap((car) =>
      texts.map((text) => `vehicle=${car}&q=${encodeURIComponent(text)}`),
    )
    answers.push(
      await measured(`search, ${kind}`, queries, (query, n) =>
        get(node, `?limit=24&${query}&n=${n}`),
      ),
    )
  }
  const verdicts = await measured('24 verdicts', cars, (car, n) => readVerdicts(node, size, car, n))
  const worst = Math.max(...answers)
  console.log(
    `highest p95: ${worst.toFixed(1)} ms, verdicts ${verdicts.toFixed(1)} ms; the goals are ${goals.answers} and ${goals.verdicts}`,
  )
  process.exitCode = worst > goals.answers || verdicts > goals.verdicts ? 1 : 0
} finally {
  await bench.close()
}

/** Each request has an address of its own: no answer is cached. */
async function get({ url }: Node, query: string) {
  const answer = await fetch(`${url}/api/products${query}`)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${query} is answered with ${answer.status}`)
}

/** The statement of the verdicts, without the server's part. */
async function readVerdicts(
  { database: { pool } }: Node,
  size: Size,
  vehicle: string,
  round: number,
) {
  const car = await carOf(pool, vehicle, undefined)
  if (!car) throw new Error(`${vehicle} is not known`)
  const ids = Array.from({ length: 24 }, (_, at) =>
    productId(size, 1 + ((round * 100 + at * 4_003) % size)),
  )
  await fitsOf(pool, car, ids)
}

/** Prints the times of some actions, one at a time, and returns the 95th percentile. */
async function measured(
  title: string,
  given: readonly string[],
  act: (each: string, round: number) => Promise<void>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of given) {
      const started = performance.now()
      await act(each, round)
      // The first round warms up.
      if (round > 0) times.push(performance.now() - started)
    }
  }
  times.sort((one, other) => one - other)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const shown = [0.5, 0.95, 1].map((share) => `${at(share).toFixed(1)} ms`.padStart(9))
  console.log(title.padEnd(26), ...shown)
  return at(0.95)
}
