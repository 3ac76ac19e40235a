import { readFileSync } from 'node:fs'
import { mutants } from '../mutants/mutants.ts'
import { listsOf, paths, problemsOf } from './evidence.ts'
import { allTaggedTests } from './tagged-tests.ts'

/** The documents, the tests that are tagged, the lists of both with the guards, and the problems of the documents. */
export function readEvidence() {
  const documents = {
    coverage: readFileSync(paths.coverage, 'utf8'),
    promises: readFileSync(paths.promises, 'utf8'),
    asvs: readFileSync(paths.asvs, 'utf8'),
  }
  const tests = allTaggedTests()
  const lists = listsOf(documents, tests, mutants)
  return { documents, lists, tests, problems: problemsOf(documents, tests) }
}
