import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenNeeded } from '../build.ts'
import { hostedFolder, installEmulator } from './hosted-emulator.ts'
import type { Output } from './lane-output.ts'
import { resultsOfPlaywright } from './playwright-results.ts'
import { failedForGood, failed, passed, withExitCode } from './result.ts'
import type { TestResult } from './result.ts'
import { runCommand, runForReport } from './run-command.ts'
import { listOtherWidths } from './widths.ts'

export interface Step {
  name: string
  run: (output: Output) => Promise<TestResult[]>
  /** Runs the failed tests of `run` again, one after the other; only where a failure may be bad luck. */
  runAgain?: (failures: readonly TestResult[], output: Output) => Promise<TestResult[]>
}

/** Which tests of a runner are run: all unless files or a title select them. */
export interface Selection {
  files: readonly string[]
  title: string | undefined
}

/** A step that runs a tool, which passes or fails as a whole. */
export const check = (name: string, ...command: string[]): Step => ({
  name,
  async run(output) {
    const code = await runCommand(command, output)
    return [code === 0 ? passed(name) : failed(name, `${command[0]} ended with ${code}`)]
  },
})

export const build: Step = {
  name: 'build',
  async run(output) {
    await buildWhenNeeded((line) => output.write(`${line}\n`))
    return [passed('build')]
  },
}

export function unitTests({ files, title }: Selection): Step {
  const vitest = async (results: string, args: readonly string[], output: Output) => {
    const reporters = ['--reporter=default', '--reporter=./scripts/test/vitest-results.ts']
    const titled = title === undefined ? [] : ['-t', title]
    const command = ['vitest', 'run', ...reporters, ...args, ...titled]
    const ended = await runForReport(results, command, output, { UNIT_RESULTS: results })
    const found = withExitCode('Vitest', ended.code, ended.report)
    return found.length > 0 ? found : [failedForGood(`No test has the title “${title}”`)]
  }
  return {
    name: 'unit and API tests',
    run: (output) => vitest('test-results/unit.json', files, output),
    async runAgain(failures, output) {
      const again = new Set(failures.flatMap(({ file = [] }) => file))
      return vitest('test-results/unit-again.json', ['--maxWorkers=1', ...again], output)
    },
  }
}

export const journeys = (selection: Selection) =>
  browserTests('browser journeys', 'test-results/e2e', { selection })

const all: Selection = { files: [], title: undefined }

/** Each journey at one width, and a sample of the long walks. */
export const sampledJourneys = browserTests('browser journeys', 'test-results/e2e', {
  selection: all,
  further: async () => [
    `--test-list-invert=${await listOtherWidths('test-results/other-widths.txt')}`,
  ],
})

/** The files whose journeys take samples: all of each is a walk through every case. */
const walks = () =>
  globSync('journeys/*.spec.ts', { cwd: 'e2e' }).filter((file) =>
    readFileSync(join('e2e', file), 'utf8').includes("/support/sample.ts'"),
  )

/** What `sampledJourneys` leaves out. */
export const unsampledJourneys = browserTests('walks and other widths', 'test-results/walks', {
  selection: all,
  further: async () => {
    const list = await listOtherWidths('test-results/unsampled.txt', walks())
    return [`--test-list=${list}`]
  },
  settings: { WALKS: 'whole' },
})

export function hostedIdentityTests(selection: Selection): Step {
  const config = ['--config', `${hostedFolder}/playwright.config.ts`]
  const tests = browserTests('hosted identity', 'test-results/hosted', { config, selection })
  return {
    ...tests,
    async run(output) {
      await installEmulator(output)
      return tests.run(output)
    },
  }
}

interface BrowserTests {
  selection: Selection
  /** Arguments that name another configuration. */
  config?: readonly string[]
  settings?: NodeJS.ProcessEnv
  /** Finds further arguments before the tests run. */
  further?: () => Promise<readonly string[]>
}

/** @param folder Of the runner's own files: each run removes what is in its folder */
function browserTests(
  name: string,
  folder: string,
  { selection: { files, title }, config = [], settings = {}, further }: BrowserTests,
): Step {
  const playwright = async (
    into: string,
    args: readonly string[],
    output: Output,
    logs: NodeJS.ProcessEnv = {},
  ) => {
    const report = `${into}.json`
    const reporting = ['--reporter=line,json', `--output=${into}`]
    const command = ['playwright', 'test', ...config, ...reporting, ...args]
    const env = { ...settings, ...logs, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const ended = await runForReport(report, command, output, env)
    return withExitCode('Playwright', ended.code, resultsOfPlaywright(ended.report))
  }
  return {
    name,
    async run(output) {
      const titled = title === undefined ? [] : ['-g', title]
      const selected = [...files, ...titled, ...((await further?.()) ?? [])]
      return playwright(folder, selected, output)
    },
    runAgain: (_, output) =>
      playwright(
        `${folder}-again`,
        [
          '--last-failed',
          `--last-failed-file=${folder}/.last-run.json`,
          '--workers=1',
          '--trace=retain-on-failure',
        ],
        output,
        { TEST_LOGS: 'test-results/again' },
      ),
  }
}
