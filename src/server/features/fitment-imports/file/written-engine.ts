import { engineText } from '#contract/vehicles/engines.ts'
import type { KnownEngine } from '#contract/vehicles/engines.ts'
import { readEngineText } from '#contract/vehicles/read-engine.ts'

interface WrittenEngine {
  engine: KnownEngine
  /** Whether some word is none of an engine's facts, so that a buyer has to compare the whole text. */
  hasMore: boolean
}

const anyEngine = /^(?:all|any|every|n\/?a|-+)$/i

/** Words by which a text names several engines, or the engines that a part does not fit. */
const choosing =
  /(?:^|[\s,;(])(?:or|and|&|\+|to|thru|through|not?|non|but|exc\w*\.?|ex\.?|without|w\/o)(?=[\s,;)]|$)/i

/**
 * An engine as catalogues write it. `2.0T`, `1.6 TDI` and `2.0L L4 GAS DOHC Turbo` say facts that can be compared with a
 * car's, and more. In America gas is petrol and elsewhere LPG: it is a fact only in the words of an export.
 */
export function readWrittenEngine(text: string): WrittenEngine {
  if (anyEngine.test(text)) return { engine: unknown, hasMore: false }
  if (choosing.test(text)) return { engine: unknown, hasMore: true }
  const words = text
    .replaceAll(/(\d)\s+(?=(?:l|litres?|liters?|cc|ccm|cm3|cm³|cyl|cylinders?)\b)/gi, '$1')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const whole = readEngineText(text)
  const isPlain = !gas.test(text) && !words.some((word) => bareNumber.test(word))
  if (whole && (isPlain || engineText(whole) === text)) return { engine: whole, hasMore: false }
  const read = together(words.map(readWord))
  return gas.test(text) ? { engine: { ...read.engine, fuel: null }, hasMore: true } : read
}

const gas = /\bgas\b/i

/** Litres or cylinders, as far as anybody can say. */
const bareNumber = /^\d+$/

const unknown: KnownEngine = { litres: null, cylinders: null, fuel: null }

/** Cubic centimetres that are a tenth of a litre; what is further from one is named otherwise by each maker. */
const cubicTolerance = 35

function readWord(word: string): WrittenEngine {
  const cubic = Number(/^(\d{3,5})(?:cc|ccm|cm3|cm³)$/i.exec(word)?.[1])
  const decilitres = Math.round(cubic / 100)
  if (Math.abs(cubic - decilitres * 100) <= cubicTolerance) return factOf(`${decilitres / 10}l`)
  const litres = /^(\d{1,2}[.,]\d)\p{Letter}+$/u.exec(word)?.[1]
  if (litres !== undefined && readEngineText(word) === undefined) {
    return { ...factOf(litres), hasMore: true }
  }
  return /^\d+(?:$|-\d)/.test(word) ? { engine: unknown, hasMore: true } : factOf(word)
}

function factOf(word: string): WrittenEngine {
  const engine = readEngineText(word)
  return { engine: engine ?? unknown, hasMore: engine === undefined }
}

/** The facts of all words. One of which they say two, as in `2.0 or 2.5`, is none: a car has to be compared. */
function together(words: readonly WrittenEngine[]): WrittenEngine {
  let isTwofold = false
  const factIn = <Fact extends keyof KnownEngine>(fact: Fact): KnownEngine[Fact] | null => {
    const [value = null, ...others] = new Set(
      words.map(({ engine }) => engine[fact]).filter((one) => one !== null),
    )
    isTwofold ||= others.length > 0
    return others.length > 0 ? null : value
  }
  const engine = { litres: factIn('litres'), cylinders: factIn('cylinders'), fuel: factIn('fuel') }
  return { engine, hasMore: isTwofold || words.some(({ hasMore }) => hasMore) }
}
