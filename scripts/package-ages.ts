import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readCommandLine } from './command-line.ts'
import type { Releases } from './security-packages.ts'
import { daysMax, overdue, securityPackages } from './security-packages.ts'

readCommandLine({
  usage: 'npm run package-ages',
  about: `Asks the npm registry for newer versions of the packages that the security of the shop depends on. Fails if an
update within the same major has been available for more than ${daysMax} days. A workflow runs it every month.`,
})

const run = promisify(execFile)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string }>
}
const found: Releases[] = []
for (const name of Object.keys(securityPackages)) {
  const { stdout } = await run('npm', ['view', name, 'time', '--json'])
  const installed = packages[`node_modules/${name}`]?.version ?? ''
  found.push({ name, installed, published: JSON.parse(stdout) as Record<string, string> })
}
const late = overdue(found, new Date())
for (const { name, installed, newest, days } of late) {
  console.log(`${name} ${installed}: ${newest} is out, and an update was due ${days} days ago`)
}
console.log(`${found.length} packages asked for, ${late.length} overdue.`)
process.exitCode = late.length > 0 ? 1 : 0
