import { engineText } from '#contract/vehicles/engines.ts'
import type { KnownEngine } from '#contract/vehicles/engines.ts'
import { readEngineText } from '#contract/vehicles/read-engine.ts'

interface WrittenEngine {
  engine: KnownEngine
  /** Whether some word is none of an engine's facts, so that a buyer has to compare the whole text. */
  hasMore: boolean
}

const anyEngine = /^(?:all|any|every|n\/?a|-+)$/i

/**
 * An engine as catalogues write it. `2.0T`, `1.6 TDI` and `2.0L L4 GAS DOHC Turbo` say facts that can be compared with a
 * car's, and more. In America gas is petrol and elsewhere LPG: it is a fact only in the words of an export.
 */
export function readWrittenEngine(text: string): WrittenEngine {
  if (anyEngine.test(text)) return { engine: unknown, hasMore: false }
  const whole = readEngineText(text)
  if (whole && (!gas.test(text) || engineText(whole) === text)) {
    return { engine: whole, hasMore: false }
  }
  const words = text
    .replaceAll(/(\d)\s+(?=(?:l|litres?|liters?|cc|ccm|cm3|cm³|cyl|cylinders?)\b)/gi, '$1')
    .split(/[\s,;]+/)
    .filter(Boolean)
  return words.map(readWord).reduce(together, { engine: unknown, hasMore: false })
}

const gas = /\bgas\b/i

const unknown: KnownEngine = { litres: null, cylinders: null, fuel: null }

function readWord(word: string): WrittenEngine {
  const cubic = /^(\d{3,5})(?:cc|ccm|cm3|cm³)$/i.exec(word)?.[1]
  if (cubic !== undefined) return factOf((Number(cubic) / 1000).toFixed(1))
  // A number by itself is litres only with a decimal: `8-290` and `2` may be anything.
  const litres = /^(\d{1,2}[.,]\d)(?=\p{Letter})/u.exec(word)?.[1]
  if (litres !== undefined && readEngineText(word) === undefined) {
    return { ...factOf(litres), hasMore: true }
  }
  return /^\d+$|^\d+-\d/.test(word) ? { engine: unknown, hasMore: true } : factOf(word)
}

function factOf(word: string): WrittenEngine {
  const engine = readEngineText(word)
  if (engine && gas.test(word)) return { engine: { ...engine, fuel: null }, hasMore: true }
  return { engine: engine ?? unknown, hasMore: engine === undefined }
}

/** The facts of two words; one that is said twice, and otherwise, is none. */
function together(one: WrittenEngine, other: WrittenEngine): WrittenEngine {
  const isTwice = (['litres', 'cylinders', 'fuel'] as const).some(
    (fact) => one.engine[fact] !== null && other.engine[fact] !== null,
  )
  if (isTwice) return { ...one, hasMore: true }
  return {
    engine: {
      litres: one.engine.litres ?? other.engine.litres,
      cylinders: one.engine.cylinders ?? other.engine.cylinders,
      fuel: one.engine.fuel ?? other.engine.fuel,
    },
    hasMore: one.hasMore || other.hasMore,
  }
}
