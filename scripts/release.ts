import { readCommandLine, refuse } from './command-line.ts'
import { makeRelease } from './make-release.ts'

const script = {
  usage: 'npm run release -- [--dry-run] <version | major | minor | patch>',
  about: `Sets the version in package.json and package-lock.json, moves the section Unreleased of CHANGELOG.md
under the version and the day, commits "release: <version>", tags it "v<version>", and records the commit
in releases.json. Nothing is pushed. docs/releasing.md has the steps before and after.`,
  options: { 'dry-run': { type: 'boolean', about: 'check everything, write nothing' } },
  takesWords: true,
} as const
const { values, words } = readCommandLine(script)
const [wanted, ...more] = words
if (!wanted || more.length > 0) refuse(script)

try {
  const isDryRun = values['dry-run'] ?? false
  const day = new Date().toISOString().slice(0, 10)
  const version = makeRelease(process.cwd(), { wanted, day, isDryRun })
  console.log(
    isDryRun
      ? `${version} can be released.`
      : `Released ${version}. To publish it: git push --follow-tags`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
