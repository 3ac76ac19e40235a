import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readCommandLine } from '../../scripts/command-line.ts'

readCommandLine({
  usage: 'npm run hoarding',
  about: `Repeats the table of decision 0093: accounts hoard all stock for 60 simulated hours, and in at least 95 of 100
looks a stranger buys ten units of each product that has twenty. Takes ten minutes. npm test looks ten times.`,
})
const test = ['run', 'src/server/features/orders/hoarding.test.ts']
const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...test], {
  env: { ...process.env, LOOKS: '100', WALKS: 'whole' },
  stdio: 'inherit',
})
const [code] = (await once(run, 'exit')) as [number | null]
process.exit(code ?? 1)
