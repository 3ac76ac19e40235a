import { engineText } from '#contract/vehicles/engines.ts'
import type { Fit } from '#contract/vehicles/fit.ts'

export interface FitWords {
  /** Enough where there is little room. */
  short: string
  /** Follows `short` in the whole sentence. */
  rest: string
}

type Answered = Pick<Fit, 'verdict' | 'engines' | 'notes'>

/** The sentence of a verdict, in two parts. */
export function fitWords(fit: Answered, car: string): FitWords {
  const words: Record<Fit['verdict'], FitWords> = {
    fits: { short: 'Fits', rest: ` your ${car}` },
    check: { short: 'Check first', rest: conditionsOf(fit) },
    'does-not-fit': { short: 'Does not fit', rest: ` your ${car}` },
    universal: { short: 'Fits every car', rest: '' },
    unknown: { short: 'We don’t know', rest: ` whether it fits your ${car}` },
  }
  return words[fit.verdict]
}

/** The whole sentence: `Check first: with the 2.5 L petrol`. */
export function fitSentence(fit: Answered, car: string) {
  const { short, rest } = fitWords(fit, car)
  return `${short}${rest}`
}

function conditionsOf({ engines, notes }: Pick<Fit, 'engines' | 'notes'>) {
  const named = engines.map((engine) => `the ${engineText(engine)}`)
  const conditions = [...(named.length > 0 ? [`with ${named.join(' or ')}`] : []), ...notes]
  return conditions.length > 0 ? `: ${conditions.join('; ')}` : ''
}
