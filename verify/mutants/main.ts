import { mutants } from './mutants.ts'
import { openWorkshop } from './workshop.ts'

// Words after the command choose among them: `npm run mutants -- refund`.
const words = process.argv.slice(2)
const chosen = mutants.filter(({ guard, file }) =>
  words.every((word) => `${guard} ${file}`.includes(word)),
)

const workshop = openWorkshop()
process.on('exit', () => workshop.close())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1))
}

const intact = await workshop.run(chosen.flatMap(({ noticedBy }) => noticedBy))
const broken = intact.filter(({ status }) => status !== 'passed')
if (chosen.length === 0 || broken.length > 0) {
  console.error('There has to be a mutant, and its tests have to pass without it:', broken)
  process.exit(1)
}

console.log('| Guard that was taken out | Noticed by | s |\n| --- | --- | --: |')
let survivors = 0
for (const mutant of chosen) {
  const started = performance.now()
  const outcomes = await workshop.runWithout(mutant)
  const seconds = Math.round((performance.now() - started) / 1000)
  const missed = outcomes.filter(({ status }) => status !== 'failed')
  const tests = outcomes.map(({ file, test }) => `“${test}” (\`${file}\`)`).join('<br>')
  console.log(`| ${mutant.guard} | ${missed.length > 0 ? '**not** ' : ''}${tests} | ${seconds} |`)
  if (missed.length > 0) {
    survivors += 1
    console.error('Survived, or broke more than it should:', missed)
  }
}
console.log(`\n${chosen.length - survivors} of ${chosen.length} mutants were noticed.`)
process.exit(survivors > 0 ? 1 : 0)
