import { readCommandLine, refuse } from '../command-line.ts'
import { Output } from './lane-output.ts'
import { failedForGood, failuresOf } from './result.ts'
import type { TestResult } from './result.ts'
import { afterSecondLook, tooManyFlaky, worthASecondLook } from './second-look.ts'
import {
  build,
  check,
  hostedIdentityTests,
  journeys,
  sampledJourneys,
  unitTests,
  unsampledJourneys,
  unsampledUnitTests,
} from './steps.ts'
import type { Step } from './steps.ts'
import { unknownFiles } from './test-files.ts'
import { closingLine, slowestLines, summaryLines } from './summary.ts'

const parts = ['checks', 'unit', 'storm', 'e2e', 'walks', 'hosted'] as const
/** Too long for every change, or with packages of their own. */
const onRequest: readonly string[] = ['walks', 'hosted']
type Part = (typeof parts)[number]

/** Steps that run in sequence, as parts of the run. */
type Lane = (Step & { part: Part | 'all' })[]

const script = {
  usage: 'npm test [-- <parts> <files>] [-t <title>]',
  about: `Runs all parts but ${onRequest.join(' and ')}, or the given ones: ${parts.join(', ')}.
Files and a title select tests of unit or e2e, such as: npm test -- unit src/server/http/csv.test.ts. What fails in
unit or in browsers is run again at the end, alone: a test that then passes is flaky, and more than five of those fail
the run.`,
  options: {
    title: {
      type: 'string',
      short: 't',
      about: 'only tests whose title matches this regular expression, also -t',
    },
  },
  takesWords: true,
} as const
const { values, words } = readCommandLine(script)
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word)
const wanted = words.filter(isPart)
const files = words.filter((word) => !isPart(word))
const isSelected = files.length > 0 || values.title !== undefined
if (isSelected && !['unit', 'e2e'].includes(wanted.join())) {
  refuse(script, 'Files and a title select tests of one part: unit or e2e.')
}
const selection = { files, title: values.title }
if (isSelected) refuseUnknown(wanted[0] === 'unit' ? 'unit' : 'e2e')

/** The lanes of a stage run in parallel, the stages in sequence. */
const stages: Lane[][] = [
  [
    [
      { part: 'checks', ...check('format', 'oxfmt', '--check') },
      {
        part: 'checks',
        // One program for both: `tsc` would read and check all types again.
        ...check('lint and types', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'),
      },
      { part: 'checks', ...check('dead code', 'knip') },
      { part: 'checks', ...check('walls', 'node', 'scripts/walls/main.ts') },
      { part: 'checks', ...check('commit subjects', 'node', 'scripts/commit-subjects.ts') },
    ],
    [{ part: 'all', ...build }],
  ],
  [
    [{ part: 'unit', ...unitTests(selection) }],
    [
      { part: 'storm', ...check('storm', 'node', 'verify/storm/main.ts') },
      { part: 'storm', ...check('faults', 'node', 'verify/faults/main.ts') },
    ],
  ],
  // No other lane: browsers need both cores of a small machine.
  [[{ part: 'e2e', ...(isSelected ? journeys(selection) : sampledJourneys) }]],
  [[{ part: 'walks', ...unsampledJourneys }]],
  [[{ part: 'walks', ...unsampledUnitTests }]],
  [[{ part: 'hosted', ...hostedIdentityTests(selection) }]],
]

/** The results of each step, in the order in which they ended. */
const ended: { step: Step; results: TestResult[] }[] = []
for (const stage of stages) {
  const lanes = stage
    .map((lane) => lane.filter(({ part }) => isWanted(part)))
    .filter((lane) => lane.length > 0)
  const outputs = await Promise.all(
    lanes.map((lane, index) => runLane(lane, new Output(index === 0))),
  )
  for (const output of outputs) output.flush()
}

const results: TestResult[] = []
for (const { step, results: first } of ended) results.push(...(await lookAgain(step, first)))
results.push(...tooManyFlaky(results))
console.log(summaryLines(results).join('\n'))
process.exit(failuresOf(results).length > 0 || results.length === 0 ? 1 : 0)

function refuseUnknown(part: 'unit' | 'e2e') {
  const unknown = unknownFiles(part, files)
  if (unknown.length > 0) refuse(script, `No test file: ${unknown.join(', ')}`)
}

async function runLane(lane: Lane, output: Output) {
  for (const step of lane) {
    const results = await runStep(step.name, output, () => step.run(output))
    ended.push({ step, results })
  }
  return output
}

async function lookAgain(step: Step, first: TestResult[]) {
  const failures = worthASecondLook(first)
  if (!step.runAgain || failures.length === 0) return first
  const { runAgain } = step
  const output = new Output(true)
  const second = await runStep(`${step.name}, a second look`, output, () =>
    runAgain(failures, output),
  )
  return afterSecondLook(first, second)
}

async function runStep(name: string, output: Output, run: () => Promise<TestResult[]>) {
  output.write(`\n── ${name} ──\n`)
  const started = performance.now()
  const results = await run().catch((error: unknown) => {
    output.write(`${String(error)}\n`)
    return [failedForGood(name, String(error))]
  })
  for (const line of slowestLines(results)) output.write(`${line}\n`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  output.write(`── ${name}: ${closingLine(results)} (${seconds} s) ──\n`)
  return results
}

function isWanted(part: Part | 'all') {
  if (wanted.length === 0) return !onRequest.includes(part)
  return part === 'all' || wanted.includes(part)
}
