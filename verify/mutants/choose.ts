import type { Mutant } from './mutant.ts'

/**
 * The mutants whose guard or file contains one of the texts, regardless of case; all of them without a text.
 * `unmatched` are the texts that match none.
 */
export const chooseMutants = (mutants: readonly Mutant[], texts: readonly string[]) => ({
  chosen: mutants.filter(
    (mutant) => texts.length === 0 || texts.some((text) => matches(mutant, text)),
  ),
  unmatched: texts.filter((text) => !mutants.some((mutant) => matches(mutant, text))),
})

const matches = ({ guard, file }: Mutant, text: string) =>
  `${guard} ${file}`.toLowerCase().includes(text.toLowerCase())
