import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readCommandLine } from '../command-line.ts'
import { readSuite, totalLine } from './read-suite.ts'
import { suites } from './suites.ts'

readCommandLine({
  usage: 'npm run test:all',
  about: `Runs every suite, one after the other: ${suites.join(', ')}.
The last line adds their results.`,
})

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => {
    running?.kill('SIGTERM')
    process.exit(1)
  })
}

const results = []
for (const name of suites) {
  console.log(`\n══ npm run ${name} ══`)
  const started = performance.now()
  const result = readSuite(name, await run(name))
  const seconds = Math.round((performance.now() - started) / 1000)
  results.push({ name, seconds, ...result })
}

for (const { reason } of results) if (reason) console.log(`\n${reason}`)
console.log()
for (const result of results) {
  console.log(`${result.name.padEnd(17)}${totalLine([result])} in ${result.seconds} s`)
}
console.log(`\n${totalLine(results)}`)
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)

/** Runs an npm script, shows its output as it comes, and returns it. */
async function run(name: string) {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['inherit', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  running = child
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    process.stdout.write(chunk)
  })
  const [code] = await once(child, 'close')
  return { code: Number(code ?? 1), output: Buffer.concat(chunks).toString() }
}
