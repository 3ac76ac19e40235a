import { engineText } from '#contract/vehicles/engines.ts'
import { isKnown, type Open } from '#contract/shared/open-enum.ts'
import type { Fit, Verdict } from '#contract/fitments/fit.ts'

export interface FitWords {
  /** Enough where there is little room. */
  short: string
  /** Follows `short` in the whole sentence. */
  rest: string
}

interface Answered extends Pick<Fit, 'engines' | 'notes'> {
  verdict: Open<Verdict>
}

/** The sentence of a verdict, in two parts. */
export function fitWords(fit: Answered, car: string): FitWords {
  const words: Record<Verdict, FitWords> = {
    fits: { short: 'Fits', rest: ` your ${car}` },
    check: conditionsOf(fit),
    'does-not-fit': { short: 'Does not fit', rest: ` your ${car}` },
    universal: { short: 'Fits every car', rest: '' },
    unknown: { short: 'Fit not confirmed', rest: ` for your ${car}` },
  }
  return isKnown(words, fit.verdict) ? words[fit.verdict] : { short: fit.verdict, rest: '' }
}

/** The whole sentence: `Check engine: fits 2.5 L petrol`. */
export function fitSentence(fit: Answered, car: string) {
  const { short, rest } = fitWords(fit, car)
  return `${short}${rest}`
}

function conditionsOf({ engines, notes }: Pick<Fit, 'engines' | 'notes'>): FitWords {
  const named = engines.map(engineText)
  const conditions = [...(named.length > 0 ? [`fits ${named.join(' and ')}`] : []), ...notes]
  return {
    short: named.length > 0 ? 'Check engine' : 'Check first',
    rest: conditions.length > 0 ? `: ${conditions.join('; ')}` : '',
  }
}
