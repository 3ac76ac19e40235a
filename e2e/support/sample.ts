import { createHash } from 'node:crypto'
import { git } from '../../scripts/git.ts'

/** How many commits it takes, on average, until each case of a walk has been in a sample. */
const parts = 3

const isWhole = process.env['WALKS'] === 'whole'
const commit = isWhole ? '' : git('.', 'rev-parse', 'HEAD')

/**
 * A third of the cases of a long walk, others with each commit, in their order; all of them in `npm run test:walks`.
 * @param walk Its name: walks through the same cases take different ones
 */
export function sampleOf<T extends { name: string }>(walk: string, cases: readonly T[]): T[] {
  if (isWhole) return [...cases]
  const rankOf = ({ name }: T) =>
    createHash('sha256').update(`${commit} ${walk} ${name}`).digest('hex')
  const ranked = cases.map((one) => [rankOf(one), one] as const)
  const sample = new Set(
    ranked
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, Math.ceil(cases.length / parts))
      .map(([, one]) => one),
  )
  return cases.filter((one) => sample.has(one))
}
