import { engineKeyOf } from '../vehicles/engines.ts'
import type { ChosenEngine, Engine } from '../vehicles/engines.ts'

export const verdicts = ['fits', 'check', 'does-not-fit', 'universal', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]

export const positions = [
  'front',
  'rear',
  'left',
  'right',
  'front-left',
  'front-right',
  'rear-left',
  'rear-right',
  'upper',
  'lower',
  'inner',
  'outer',
] as const
type Position = (typeof positions)[number]

/** What a fitment says of a car whose model and year it covers. */
export interface FitRow extends Engine {
  position: Position | null
  perCar: number | null
  note: string | null
}

export interface Fit {
  verdict: Verdict
  /** For `check`: the engines that the part fits, while the car's engine is not known. */
  engines: Engine[]
  /** For `check`: the conditions as the seller wrote them. */
  notes: string[]
  /** For `fits` and `check`: where the part goes. */
  positions: Position[]
  /** Units for one car, if the fitments agree. */
  perCar: number | null
}

const facts = ['litres', 'cylinders', 'fuel'] as const

/** Whether the fitment excludes a car with this engine. */
function contradicts(row: Engine, engine: ChosenEngine) {
  if (engine === null) return false
  if (engine === 'other') return facts.some((fact) => row[fact] !== null)
  return facts.some(
    (fact) => row[fact] !== null && engine[fact] !== null && row[fact] !== engine[fact],
  )
}

/** Whether the fitment depends on something that is not known of the engine. */
function asksEngine(row: Engine, engine: ChosenEngine) {
  const known = engine === 'other' ? null : engine
  return facts.some((fact) => row[fact] !== null && (known?.[fact] ?? null) === null)
}

/**
 * Whether a part fits a car. `rows` are the fitments of the car's model and year only; `hasFitments` says whether
 * the part has any at all. The order of rows does not matter.
 */
export function verdictOf(
  part: { isUniversal: boolean; hasFitments: boolean; rows: readonly FitRow[] },
  engine: ChosenEngine,
): Fit {
  if (part.isUniversal) return plain('universal')
  if (!part.hasFitments) return plain('unknown')
  const matching = part.rows.filter((row) => !contradicts(row, engine))
  if (matching.length === 0) return plain('does-not-fit')
  const certain = matching.filter((row) => row.note === null && !asksEngine(row, engine))
  if (certain.length > 0) {
    return { ...plain('fits'), positions: positionsOf(certain), perCar: perCarOf(certain) }
  }
  return {
    verdict: 'check',
    engines: enginesOf(matching.filter((row) => asksEngine(row, engine))),
    notes: [...new Set(matching.flatMap(({ note }) => note ?? []))].toSorted((one, other) =>
      one.localeCompare(other, 'en'),
    ),
    positions: positionsOf(matching),
    perCar: perCarOf(matching),
  }
}

const plain = (verdict: Verdict): Fit => ({
  verdict,
  engines: [],
  notes: [],
  positions: [],
  perCar: null,
})

const positionsOf = (rows: readonly FitRow[]) =>
  positions.filter((position) => rows.some((row) => row.position === position))

function perCarOf(rows: readonly FitRow[]) {
  const [count = null, ...others] = new Set(rows.map(({ perCar }) => perCar))
  return others.length === 0 ? count : null
}

function enginesOf(rows: readonly FitRow[]): Engine[] {
  const engines = new Map(
    rows.map(({ litres, cylinders, fuel }) => {
      const engine = { litres, cylinders, fuel }
      return [engineKeyOf(engine), engine]
    }),
  )
  return [...engines]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, engine]) => engine)
}
