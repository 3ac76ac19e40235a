import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { backupRestored } from './backup-restored.ts'
import { databaseKilled, hostUnreachable } from './database-faults.ts'
import { diskFull } from './disk-full.ts'
import { providerUnavailable } from './provider-unavailable.ts'
import { rollingRestart } from './rolling-restart.ts'
import type { Scenario } from './scenario.ts'

const scenarios: Scenario[] = [
  { name: 'rolling restart', run: rollingRestart },
  { name: 'database killed', run: databaseKilled },
  { name: 'database host unreachable', run: hostUnreachable },
  { name: 'disk full', run: diskFull },
  { name: 'card provider unavailable', run: providerUnavailable },
  { name: 'backup restored', run: backupRestored },
]

/** Added to the allowed recovery time: on a busy machine other programs may take the CPU for so long. */
const busyToleranceMs = 15_000

const script = {
  usage: 'npm run faults [-- <options> <names>]',
  about: `Injects one fault at a time under a load of orders: all of them, or those named of
${scenarios.map(({ name }) => `"${name}"`).join(', ')}.`,
  options: {
    strict: { type: 'boolean', about: 'no tolerance for a busy machine in the recovery times' },
  },
  takesWords: true,
} as const
const { values, words: wanted } = readCommandLine(script)
const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length === 0) refuse(script)
await buildWhenNeeded(console.error)
let failures = 0
for (const { name, run } of chosen) {
  try {
    const outcome = await run(values.strict ? 0 : busyToleranceMs)
    if (typeof outcome === 'string') {
      console.log(`${name}: ${outcome}`)
      continue
    }
    const figures = Object.entries(outcome.figures).map(([what, value]) => `${what} ${value}`)
    console.log(`${name}: ${figures.join(', ')}`)
    for (const sentence of outcome.violations) console.log(`  VIOLATED ${sentence}`)
    failures += outcome.violations.length
  } catch (error) {
    console.error(`${name}:`, error)
    failures += 1
  }
}
process.exit(failures > 0 ? 1 : 0)
