import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
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

/** Faults of what the shop stands on, one after the other, or those whose names are given. */
process.chdir(join(import.meta.dirname, '../..'))
const wanted = process.argv.slice(2)
const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length === 0) {
  console.error(`usage: npm run faults -- [${scenarios.map(({ name }) => `"${name}"`).join(' ')}]`)
  process.exit(1)
}
await buildWhenNeeded(console.error)
let failures = 0
for (const { name, run } of chosen) {
  try {
    const outcome = await run()
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
