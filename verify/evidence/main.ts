import { writeFileSync } from 'node:fs'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import type { Documents } from './evidence.ts'
import { paths } from './evidence.ts'
import { readEvidence } from './files.ts'

const { words: ids, values } = readCommandLine({
  usage: 'npm run evidence [-- --check | <ids>]',
  about: `Writes into ${Object.values(paths).join(', ')}
the test files that show each capability (row-1), promise (P1) and ASVS item (asvs-1.1.1), or notice each
mutant. The ids of a test are in a comment above it: /** @shows row-1, P1 */
With ids, lists the titles of the tests that show them.`,
  options: {
    check: {
      type: 'boolean',
      about: 'write nothing; fail if a document is out of date or an id is shown by no test',
    },
  },
  takesWords: true,
})

const { documents, expected, tests, problems } = readEvidence()
if (ids.length > 0) {
  const found = tests.filter((test) => ids.some((id) => test.ids.includes(id)))
  for (const { file, line, title } of found) console.log(`${file}:${line}  ${title}`)
  if (found.length === 0) console.error(`No test shows ${ids.join(' or ')}`)
  process.exit(found.length > 0 ? 0 : 1)
}

const names = Object.keys(paths) as (keyof Documents)[]
for (const name of names.filter((name) => documents[name] !== expected[name])) {
  if (values.check) problems.push(`${paths[name]} is out of date: npm run evidence`)
  else writeFileSync(paths[name], expected[name])
}
for (const problem of problems) console.error(problem)
for (const [prefix, what] of [
  ['row-', 'capabilities'],
  ['P', 'promises'],
  ['asvs-', 'ASVS'],
] as const) {
  const tags = tests.flatMap((test) => test.ids).filter((id) => id.startsWith(prefix))
  console.log(`${what}: ${tags.length} tags on tests for ${new Set(tags).size} of them`)
}
process.exit(problems.length > 0 ? 1 : 0)
