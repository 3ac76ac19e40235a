import { mkdirSync, writeFileSync } from 'node:fs'
import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { chooseMutants } from './choose.ts'
import { mutants } from './mutants.ts'
import { openWorkingCopy } from './working-copy.ts'

const report = 'test-results/mutants.json'
const script = {
  usage: 'npm run mutants [-- <options> <texts>]',
  about: `Removes each guard from a copy of the source and runs the test files listed for it; in each of them a test
must fail. Texts choose the mutants whose guard or file contains one of them: \`refund\`, or several words in
quotes. The failed tests are written to ${report}.`,
  options: { list: { type: 'boolean', about: 'list the chosen mutants without running them' } },
  takesWords: true,
} as const
const { words, values } = readCommandLine(script)
const { chosen, unmatched } = chooseMutants(mutants, words)
if (unmatched.length > 0) refuse(script, `No guard or file contains “${unmatched.join('”, “')}”.`)
for (const { guard, file } of words.length > 0 || values.list ? chosen : []) {
  console.log(`${guard} (${file})`)
}
if (values.list) process.exit(0)

const copy = openWorkingCopy()
const end = async (code: number) => {
  await copy.close()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => void end(1))
}

const intact = await copy.run([...new Set(chosen.flatMap(({ noticedBy }) => noticedBy))])
const broken = intact.filter(({ passed, failed }) => failed.length > 0 || passed.length === 0)
if (broken.length > 0) {
  console.error('These test files must pass before a guard is removed:', broken)
  await end(1)
}

const results = []
for (const mutant of chosen) {
  const started = performance.now()
  const outcomes = await copy.runWithout(mutant)
  const seconds = Math.round((performance.now() - started) / 1000)
  const noticed = outcomes.every(({ failed }) => failed.length > 0)
  const tests = outcomes.map(({ file, failed }) => ({ file, failed }))
  results.push({ guard: mutant.guard, source: mutant.file, noticed, seconds, tests })
  console.log(`${noticed ? 'noticed' : 'SURVIVED'} in ${seconds} s: ${mutant.guard}`)
  for (const { file, passed, failed } of outcomes) {
    // Without the guard the set-up of all tests may fail, such as a migration.
    const without = passed.length > 0 ? 'no test failed' : 'no test ran'
    console.log(`  ${file}: ${failed.join('; ') || without}`)
  }
}
mkdirSync('test-results', { recursive: true })
writeFileSync(report, `${JSON.stringify(results, undefined, 2)}\n`)
const survivors = results.filter(({ noticed }) => !noticed)
console.log(`\n${results.length - survivors.length} of ${results.length} mutants were noticed.`)
await end(survivors.length > 0 ? 1 : 0)
