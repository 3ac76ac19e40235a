import { seededRandom } from '../../sandbox/seeded-random.ts'

/** Sends one request, for an e-mail address that is known or one that is not, and waits for all of its answer. */
export type Ask = (kind: Kind) => Promise<void>
export type Kind = 'known' | 'unknown'

export interface Comparison {
  knownMs: number
  unknownMs: number
  /** How much longer the slower kind takes. */
  share: number
  /** How much two halves of the same kind differ: less than that is chance. */
  chance: number
}

const warmUps = 20

/** How long both kinds take, in the median. They take turns, in an order that nothing else has. */
export async function compare(ask: Ask, calls: number): Promise<Comparison> {
  const roll = seededRandom(1)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let call = -warmUps; call < calls; call += 1) {
    const kinds: Kind[] = roll() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of kinds) {
      const started = performance.now()
      await ask(kind)
      if (call >= 0) times[kind].push(performance.now() - started)
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
  const chance = Math.max(...Object.values(times).map(betweenHalves))
  return { knownMs, unknownMs, share: apart(knownMs, unknownMs), chance }
}

function betweenHalves(times: readonly number[]): number {
  const half = (rest: number) => median(times.filter((_, index) => index % 2 === rest))
  return apart(half(0), half(1))
}

const apart = (a: number, b: number) => Math.abs(a - b) / Math.min(a, b)

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
