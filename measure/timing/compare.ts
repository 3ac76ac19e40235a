import { median } from '../../rig/statistics.ts'
import { seededRandom } from '../../sandbox/seeded-random.ts'

/** Sends one request for a known or unknown e-mail address and waits for the complete response. */
export type Send = (kind: Kind) => Promise<void>
export type Kind = 'known' | 'unknown'

export interface Comparison {
  knownMs: number
  unknownMs: number
  /** Relative difference between both kinds. */
  difference: number
  /** Relative difference between two halves of the same kind, which is noise. */
  noise: number
}

const warmUps = 20

/** Compares the median times of both kinds, which alternate in random order. */
export async function compare(send: Send, calls: number): Promise<Comparison> {
  const random = seededRandom(1)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let call = -warmUps; call < calls; call += 1) {
    const kinds: Kind[] = random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of kinds) {
      const started = performance.now()
      await send(kind)
      if (call >= 0) times[kind].push(performance.now() - started)
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
  const noise = Math.max(...Object.values(times).map(differenceOfHalves))
  return { knownMs, unknownMs, difference: differenceOf(knownMs, unknownMs), noise }
}

function differenceOfHalves(times: readonly number[]): number {
  const half = (rest: number) => median(times.filter((_, index) => index % 2 === rest))
  return differenceOf(half(0), half(1))
}

const differenceOf = (a: number, b: number) => Math.abs(a - b) / Math.min(a, b)
