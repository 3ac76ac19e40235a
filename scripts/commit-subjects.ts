import { commitsSince } from './commits-since.ts'
import { gitSucceeds } from './git.ts'
import { subjectFaults } from './subject-rule.ts'

/** The last commit before the rule. */
const base = '7b4ca8affdffe27e53d8fab41b12a517d549b44b'

const usage = `usage: node scripts/commit-subjects.ts

Checks that each commit since ${base.slice(0, 7)} has a subject of the form "area: verb object",
as CONTRIBUTING.md says. Merge commits are not checked.`

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
if (!gitSucceeds('.', 'rev-parse', '--verify', 'HEAD')) {
  console.log('This folder has no git history: no commits are checked.')
  process.exit(0)
}

const commits = commitsSince(base, '.')
const faulty = commits.flatMap((commit) => {
  const faults = subjectFaults(commit.subject)
  return faults.length > 0 ? [{ ...commit, faults }] : []
})
for (const { hash, subject, faults } of faulty) {
  console.error(`${hash} ${subject}\n  ${faults.join('; ')}`)
}
console.log(`${commits.length} commits checked, ${faulty.length} with a faulty subject.`)
process.exit(faulty.length > 0 ? 1 : 0)
