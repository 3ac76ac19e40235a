import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { sizes } from '../bench/sizes.ts'
import { startBenchNodes } from '../bench/bench-nodes.ts'
import { measureNumbers } from './numbers.ts'
import { searches } from './searches.ts'

/** The goal for the 95th percentile of the answers at 100,000 parts. */
const goalMs = 60

const script = {
  usage: 'npm run bench:search [-- <options>]',
  about: `Measures how long the catalogue and the suggestions take to answer what customers type, and the look-up of
numbers: three other ones for each product.`,
  options: {
    parts: { type: 'string', default: '100000', about: `products: ${sizes.join(', ')}` },
    rounds: { type: 'string', default: '5', about: 'how often each search is made' },
    url: { type: 'string', about: 'measures this shop instead of starting one' },
    reuse: {
      type: 'boolean',
      default: false,
      about: 'keep the loaded database, and use that of the last run',
    },
  },
} as const
const { values } = readCommandLine(script)
const rounds = Number(values.rounds)
const size = sizes.find((each) => each === Number(values.parts))
if (size === undefined || !(rounds > 0)) refuse(script)

const bench = values.url ? undefined : await startBenchNodes({ keep: values.reuse })
try {
  const url = bench ? (await bench.node(size)).url : String(values.url)
  let worst = 0
  console.log('                              median       p95       max')
  for (const path of ['/api/products?limit=24', '/api/products/suggestions?']) {
    for (const [kind, texts] of Object.entries(searches)) {
      const times = await measure(url, path, texts)
      worst = Math.max(worst, at(times, 0.95))
      const title = `${path.includes('suggestions') ? 'suggestions' : 'catalogue'}, ${kind}`
      console.log(title.padEnd(26), ...[0.5, 0.95, 1].map((share) => ms(at(times, share))))
    }
  }
  console.log(`highest p95: ${worst.toFixed(1)} ms; the goal is ${goalMs} ms at 100,000 parts`)
  const areNumbersFast = !bench || (await measureNumbers(await bench.node(size), size, rounds))
  process.exitCode = size === 100_000 && (worst > goalMs || !areNumbersFast) ? 1 : 0
} finally {
  await bench?.close()
}

/** Times in milliseconds, sorted. One request at a time, each with an address of its own: no answer is cached. */
async function measure(url: string, path: string, texts: readonly string[]) {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const text of texts) {
      const started = performance.now()
      const answer = await fetch(`${url}${path}&q=${encodeURIComponent(text)}&n=${round}`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${text} is answered with ${answer.status}`)
      // The first round warms up.
      if (round > 0) times.push(performance.now() - started)
    }
  }
  return times.toSorted((one, other) => one - other)
}

function at(times: readonly number[], share: number) {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

function ms(value: number) {
  return `${value.toFixed(1)} ms`.padStart(9)
}
