import { mkdirSync, writeFileSync } from 'node:fs'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import { mutants } from './mutants.ts'
import { openWorkingCopy } from './working-copy.ts'

const record = 'test-results/mutants.json'
const { words } = readCommandLine({
  usage: 'npm run mutants [-- <words>]',
  about: `Takes each guard out of a copy of the source and runs the test files named for it: a test of each must
fail. Words choose among the mutants: all of them occur in the guard's text or file. The tests that noticed
are written to ${record}.`,
  takesWords: true,
})
const chosen = mutants.filter(({ guard, file }) =>
  words.every((word) => `${guard} ${file}`.includes(word)),
)

const workshop = openWorkingCopy()
const end = async (code: number) => {
  await workshop.close()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => void end(1))
}

const intact = await workshop.run([...new Set(chosen.flatMap(({ noticedBy }) => noticedBy))])
const broken = intact.filter(({ passed, failed }) => failed.length > 0 || passed.length === 0)
if (chosen.length === 0 || broken.length > 0) {
  console.error('At least one mutant is needed, and its tests must pass without it:', broken)
  await end(1)
}

const results = []
for (const mutant of chosen) {
  const started = performance.now()
  const outcomes = await workshop.runWithout(mutant)
  const seconds = Math.round((performance.now() - started) / 1000)
  const noticed = outcomes.every(({ failed }) => failed.length > 0)
  const tests = outcomes.map(({ file, failed }) => ({ file, failed }))
  results.push({ guard: mutant.guard, source: mutant.file, noticed, seconds, tests })
  console.log(`${noticed ? 'noticed' : 'SURVIVED'} in ${seconds} s: ${mutant.guard}`)
  for (const { file, failed } of tests)
    console.log(`  ${file}: ${failed.join('; ') || 'no test failed'}`)
}
mkdirSync('test-results', { recursive: true })
writeFileSync(record, `${JSON.stringify(results, undefined, 2)}\n`)
const survivors = results.filter(({ noticed }) => !noticed)
console.log(`\n${results.length - survivors.length} of ${results.length} mutants were noticed.`)
await end(survivors.length > 0 ? 1 : 0)
