import { spawn } from 'node:child_process'
import { readCommandLine, refuse } from '../command-line.ts'
import { Output } from './lane-output.ts'
import { failuresOf } from './result.ts'
import type { TestResult } from './result.ts'
import { build, journeys, unitTests } from './steps.ts'
import { reasonLines } from './summary.ts'
import { unknownFiles } from './test-files.ts'

const busyProcesses = 2

const script = {
  usage: 'npm run flaky [-- --times <n> <files>]',
  about: `Runs all journeys, or the given files of journeys or unit tests, several times beside ${busyProcesses} processes that
never rest, and lists each test that fails with how often it does and its first error.`,
  options: {
    times: { type: 'string', default: '10', about: 'how often each test is run' },
  },
  takesWords: true,
} as const
const { values, words: files } = readCommandLine(script)
const times = Number(values.times)
if (!Number.isInteger(times) || times < 1) refuse(script, `Not a number of runs: ${values.times}`)
const isUnit = (file: string) => /\.test\.tsx?$/.test(file)
if (files.some(isUnit) && !files.every(isUnit)) {
  refuse(script, 'Name files of journeys or of unit tests, not of both.')
}

const unknown = unknownFiles(files.some(isUnit) ? 'unit' : 'e2e', files)
if (unknown.length > 0) refuse(script, `No test file: ${unknown.join(', ')}`)

const selection = { files, title: undefined }
const step = files.some(isUnit) ? unitTests(selection) : journeys(selection)
const output = new Output(true)
await build.run(output)

keepBusy()
const results: TestResult[] = []
for (let run = 1; run <= times; run += 1) {
  output.write(`\n── run ${run} of ${times} ──\n`)
  results.push(...(await step.run(output)))
}

const failures = [...Map.groupBy(failuresOf(results), ({ name }) => name)]
for (const [, [first, ...others]] of failures) {
  if (!first) continue
  console.log(`\nfailed in ${others.length + 1} of ${times} runs:`)
  console.log(reasonLines(first).join('\n'))
}
const tests = new Set(results.map(({ name }) => name)).size
console.log(`\n${tests - failures.length} passed, ${failures.length} failed`)
process.exit(failures.length > 0 || tests === 0 ? 1 : 0)

/** Starts processes that take the processor from the tests, and end with this one, however it ends. */
function keepBusy() {
  const loop = 'const parent = process.ppid; while (process.ppid === parent);'
  for (let index = 0; index < busyProcesses; index += 1) {
    const child = spawn(process.execPath, ['-e', loop], { stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
  }
}
