import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine } from '../../scripts/command-line.ts'
import { paths } from './evidence.ts'
import { readEvidence } from './files.ts'

const folder = 'test-results/evidence'

const { words: ids, values } = readCommandLine({
  usage: 'npm run evidence [-- --check | <ids>]',
  about: `Writes to ${folder} the test files that show each capability (row-1), promise (P1) and ASVS item
(asvs-1.1.1) of ${Object.values(paths).join(', ')}, and those that notice each
mutant. The ids of a test are in a comment above it: /** @shows row-1, P1 */
With ids, lists the titles of the tests that show them.`,
  options: {
    check: {
      type: 'boolean',
      about: 'write nothing; fail if an id is unknown or shown by no test',
    },
  },
  takesWords: true,
})

const { lists, tests, problems } = readEvidence()
if (ids.length > 0) {
  const found = tests.filter((test) => ids.some((id) => test.ids.includes(id)))
  for (const { file, line, title } of found) console.log(`${file}:${line}  ${title}`)
  if (found.length === 0) console.error(`No test shows ${ids.join(' or ')}`)
  process.exit(found.length > 0 ? 0 : 1)
}

if (!values.check) mkdirSync(folder, { recursive: true })
for (const [name, list] of values.check ? [] : Object.entries(lists)) {
  const file = join(folder, `${name}.md`)
  writeFileSync(file, list)
  console.log(`${file}: ${list.split('\n')[2]}`)
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
