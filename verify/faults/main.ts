import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine, refuse } from '../../src/server/cli/command-line.ts'
import { databaseKilled } from './database-killed.ts'
import { diskFull } from './disk-full.ts'
import { hostVanished } from './host-vanished.ts'
import { providerAway } from './provider-away.ts'
import { restored } from './restored.ts'
import { rollingRestart } from './rolling-restart.ts'
import type { Scenario } from './scenario.ts'

const scenarios: Scenario[] = [
  { name: 'rolling restart', run: rollingRestart },
  { name: 'database killed', run: databaseKilled },
  { name: 'database host vanished', run: hostVanished },
  { name: 'disk full', run: diskFull },
  { name: 'card provider away', run: providerAway },
  { name: 'backup restored', run: restored },
]

/** A machine that does much else may stand still for so long; the figures themselves are printed. */
const stallMsMax = 15_000

process.chdir(join(import.meta.dirname, '../..'))
const names = scenarios.map(({ name }) => `"${name}"`)
const script = {
  usage: 'npm run faults [-- <options> <names>]',
  about: `Brings one fault at a time under load: all, or those named of
${names.join(', ')}.`,
  options: {
    strict: { type: 'boolean', about: 'on a quiet machine: allow nothing for other load' },
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
    const outcome = await run(values.strict ? 0 : stallMsMax)
    if (typeof outcome === 'string') {
      console.log(`${name}: ${outcome}`)
      continue
    }
    const figures = Object.entries(outcome.figures).map(([what, value]) => `${what} ${value}`)
    console.log(`${name}: ${figures.join(', ')}`)
    for (const sentence of outcome.broken) console.log(`  BROKEN ${sentence}`)
    failures += outcome.broken.length
  } catch (error) {
    console.error(`${name}:`, error)
    failures += 1
  }
}
process.exit(failures > 0 ? 1 : 0)
