import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** How many commits it takes, on average, until each case of a walk has been in a sample. */
const parts = 3

type SampleOf = <T>(walk: string, cases: readonly T[], nameOf: (one: T) => string) => T[]

/** @param commit Undefined for whole walks */
export const samplesOf =
  (commit: string | undefined): SampleOf =>
  (walk, cases, nameOf) => {
    if (commit === undefined) return [...cases]
    const ranked = cases.map((one) => {
      const rank = createHash('sha256')
        .update(`${commit} ${walk} ${nameOf(one)}`)
        .digest('hex')
      return { one, rank }
    })
    const sample = new Set(
      ranked
        .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
        .slice(0, Math.ceil(cases.length / parts))
        .map(({ one }) => one),
    )
    return cases.filter((one) => sample.has(one))
  }

const isWhole = process.env['WALKS'] === 'whole'

/**
 * A third of the cases of a long walk, others with each commit, in their order; all of them in `npm run test:walks`.
 * The first parameter names the walk: walks through the same cases take different ones.
 */
export const sampleOf = samplesOf(isWhole ? undefined : checkedOut())

function checkedOut() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
}

export const byName = ({ name }: { name: string }): string => name
