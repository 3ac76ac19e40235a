import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { readCommandLine, refuse } from './command-line.ts'
import { buildWhenNeeded } from './build.ts'
import { Output } from './lane-output.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import {
  addTallies,
  closingLine,
  failureLines,
  tallyPlaywright,
  tallyVitest,
} from './test-results.ts'
import type { Tally } from './test-results.ts'

interface Step {
  name: string
  group: 'checks' | 'unit' | 'storm' | 'e2e' | 'all' | 'hosted'
  run: (output: Output) => Promise<Tally>
}

/** Steps that run in sequence. */
type Lane = Step[]

const script = {
  usage: 'npm test [-- <parts> <files>] [-t <title>]',
  about: `Runs all parts, or the given ones: checks, unit, storm, e2e, hosted. Files and a title select tests of
unit or e2e, such as: npm test -- unit src/server/http/csv.test.ts`,
  options: {
    title: { type: 'string', short: 't', about: 'only tests whose title matches, also -t' },
  },
  takesWords: true,
} as const
const { values, words } = readCommandLine(script)
const parts: readonly string[] = ['checks', 'unit', 'storm', 'e2e', 'hosted']
const groups = words.filter((word) => parts.includes(word))
const files = words.filter((word) => !parts.includes(word))
const isSelected = files.length > 0 || values.title !== undefined
if (isSelected && !['unit', 'e2e'].includes(groups.join())) {
  refuse(script, 'Files and a title select tests of one part: unit or e2e.')
}

interface LockFile {
  packages: Record<string, { integrity?: string; optional?: boolean }>
}

/** Hundreds of databases are created and dropped again, 20 GB in all: a disk makes the tests a sixth slower. */
const temporaryFolder = process.env['TMPDIR'] ?? makeMemoryFolder()

const children = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abort)
process.once('disconnect', abort)

/** The lanes of a stage run in parallel, the stages in sequence. */
const stages: Lane[][] = [
  [
    [
      check('format', 'oxfmt', '--check'),
      // One program for both: `tsc` would read and check all types again.
      check('lint and types', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'),
      check('dead code', 'knip'),
      check('walls', 'node', 'scripts/walls/main.ts'),
      check('commit subjects', 'node', 'scripts/commit-subjects.ts'),
    ],
    [{ name: 'build', group: 'all', run: build }],
  ],
  [
    [{ name: 'unit and API tests', group: 'unit', run: unitTests }],
    [
      { ...check('storm', 'node', 'verify/storm/main.ts'), group: 'storm' },
      { ...check('faults', 'node', 'verify/faults/main.ts'), group: 'storm' },
    ],
  ],
  // No other lane: browsers need both cores of a small machine.
  [[{ name: 'browser journeys', group: 'e2e', run: (to) => browserTests('e2e', to) }]],
  [[{ name: 'hosted identity', group: 'hosted', run: hostedIdentityTests }]],
]

const tallies: Tally[] = []
for (const stage of stages) {
  const lanes = stage
    .map((lane) => lane.filter(({ group }) => isWanted(group)))
    .filter((lane) => lane.length > 0)
  const outputs = await Promise.all(
    lanes.map((lane, index) => runLane(lane, new Output(index === 0))),
  )
  for (const output of outputs) output.flush()
}

const total = addTallies(tallies)
if (total.failed.length > 0) console.log(['\nFailed:', ...failureLines(total)].join('\n'))
console.log(`\n${closingLine(total)}`)
process.exit(total.failed.length > 0 || total.passed === 0 ? 1 : 0)

async function runLane(lane: Lane, output: Output) {
  for (const { name, run } of lane) {
    output.write(`\n── ${name} ──\n`)
    const started = performance.now()
    const tally = await run(output).catch((error: unknown): Tally => {
      output.write(`${String(error)}\n`)
      return { passed: 0, failed: [{ name, reason: String(error) }] }
    })
    tallies.push(tally)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    output.write(`── ${name}: ${closingLine(tally)} (${seconds} s) ──\n`)
  }
  return output
}

/** The hosted part runs only on request, since it installs further packages. */
function isWanted(group: Step['group']) {
  if (groups.length === 0) return group !== 'hosted'
  return group === 'all' || groups.includes(group)
}

/** A step that runs a tool, which passes or fails as a whole. */
function check(name: string, command: string, ...args: string[]): Step {
  const run = async (output: Output) => {
    const code = await execute(command, args, output)
    return code === 0
      ? { passed: 1, failed: [] }
      : { passed: 0, failed: [{ name, reason: `${command} ended with ${code}` }] }
  }
  return { name, group: 'checks', run }
}

async function build(output: Output): Promise<Tally> {
  await buildWhenNeeded((line) => output.write(`${line}\n`))
  return { passed: 1, failed: [] }
}

async function unitTests(output: Output): Promise<Tally> {
  const file = 'test-results/unit.json'
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...files,
    ...(values.title ? ['-t', values.title] : []),
  ]
  const isSelected = values.title !== undefined
  const found = await report(file, ['vitest', ...args], output)
  return tallyVitest(found, process.cwd(), { isSelected })
}

/** Installs the provider's emulator by its lock file, unless it is installed. */
async function hostedIdentityTests(output: Output): Promise<Tally> {
  const folder = 'e2e/hosted'
  if (!isInstalled(folder)) {
    const code = await execute('npm', ['ci', '--prefix', folder, '--loglevel=error'], output)
    if (code !== 0) throw new Error('The emulator could not be installed')
  }
  return browserTests('hosted', output, '--config', `${folder}/playwright.config.ts`)
}

function isInstalled(folder: string) {
  const record = `${folder}/node_modules/.package-lock.json`
  if (!existsSync(record)) return false
  const installed = new Set(neededPackages(record))
  return neededPackages(`${folder}/package-lock.json`).every((name) => installed.has(name))
}

function neededPackages(lockFile: string): string[] {
  const { packages }: LockFile = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && !optional)
    .map(([path, { integrity }]) => `${path} ${integrity}`)
}

async function browserTests(name: string, output: Output, ...config: string[]): Promise<Tally> {
  const file = `test-results/${name}.json`
  const command = [
    'playwright',
    'test',
    ...config,
    '--reporter=line,json',
    ...files,
    ...(values.title ? ['-g', values.title] : []),
  ]
  return tallyPlaywright(await report(file, command, output, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }))
}

/** Runs a test runner and reads its report, never one of an earlier run. */
async function report(
  file: string,
  [command = '', ...args]: string[],
  output: Output,
  settings: NodeJS.ProcessEnv = {},
) {
  rmSync(file, { force: true })
  await execute(command, args, output, settings)
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function execute(
  command: string,
  args: string[],
  output: Output,
  settings: NodeJS.ProcessEnv = {},
) {
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(command, args, {
    env: { ...env, ...(temporaryFolder && { TMPDIR: temporaryFolder }), ...settings },
    stdio: ['inherit', output.stdio, output.stdio],
    shell: process.platform === 'win32',
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => output.write(chunk.toString()))
  }
  const [code] = await once(child, 'close')
  children.delete(child)
  return Number(code ?? 1)
}

function abort() {
  for (const child of children) child.kill('SIGTERM')
  process.exit(1)
}
