import { parseArgs } from 'node:util'
import { makeRelease } from './make-release.ts'

const usage = `usage: npm run release -- [--dry-run] <version | major | minor | patch>

Sets the version in package.json and package-lock.json, moves the section Unreleased of CHANGELOG.md
under the version and the day, commits "release: <version>", tags it "v<version>", and records the commit
in releases.json. Nothing is pushed. docs/releasing.md has the steps before and after.

  --dry-run  check everything, write nothing
  --help     show this text`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [wanted, ...more] = positionals
  if (values.help) {
    console.log(usage)
  } else if (!wanted || more.length > 0) {
    throw new Error(usage)
  } else {
    const isDryRun = values['dry-run'] ?? false
    const day = new Date().toISOString().slice(0, 10)
    const version = makeRelease(process.cwd(), { wanted, day, isDryRun })
    console.log(
      isDryRun
        ? `${version} can be released.`
        : `Released ${version}. To publish it: git push --follow-tags`,
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
