import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readCommandLine } from '../../scripts/command-line.ts'

const { values } = readCommandLine({
  usage: 'npm run fuzz [-- <options>]',
  about: 'Sends valid, invalid and hostile requests to every call.',
  options: {
    cases: { type: 'string', default: '20000', about: 'number of requests per call' },
    seed: { type: 'string', about: 'repeats the run of this seed' },
    call: { type: 'string', about: "a single call, such as 'POST /order'" },
  },
})
const { cases, seed = String(randomInt(2 ** 31)) } = values

console.log(`${cases} requests per call with --seed ${seed}`)
const escaped = (text: string) => text.replaceAll(/[{}]/g, String.raw`\$&`)
const only = values.call ? ['--testNamePattern', `^${escaped(values.call)} responds`] : []
const run = spawn('vitest', ['run', 'verify/fuzz', ...only], {
  env: { ...process.env, FUZZ_CASES: cases, FUZZ_SEED: seed, WALKS: 'whole' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal))
const [code] = await once(run, 'exit')
process.exit(Number(code ?? 1))
