import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    /** How many of each call. */
    cases: { type: 'string', default: '20000' },
    /** Repeats an earlier run. */
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** One call alone, as `POST /order`. */
    call: { type: 'string' },
  },
})

console.log(`${values.cases} cases of each call with --seed ${values.seed}`)
const escaped = (text: string) => text.replaceAll(/[{}]/g, String.raw`\$&`)
const only = values.call ? ['--testNamePattern', `^${escaped(values.call)} answers`] : []
const run = spawn('vitest', ['run', 'verify/fuzz', ...only], {
  env: { ...process.env, FUZZ_CASES: values.cases, FUZZ_SEED: values.seed },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal))
const [code] = await once(run, 'exit')
process.exit(Number(code ?? 1))
