import { readFileSync } from 'node:fs'
import { mutants } from '../mutants/mutants.ts'
import { paths, problemsOf, written } from './evidence.ts'
import { allTaggedTests } from './tagged-tests.ts'

/** The documents as they are and as they should be, with the problems of both. */
export function readEvidence() {
  const documents = {
    coverage: readFileSync(paths.coverage, 'utf8'),
    promises: readFileSync(paths.promises, 'utf8'),
    asvs: readFileSync(paths.asvs, 'utf8'),
    mutants: readFileSync(paths.mutants, 'utf8'),
  }
  const tests = allTaggedTests()
  const expected = written(documents, tests, mutants)
  return { documents, expected, tests, problems: problemsOf(expected, tests) }
}
