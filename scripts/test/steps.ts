import { buildWhenNeeded } from '../build.ts'
import { hostedFolder, installEmulator } from './hosted-emulator.ts'
import type { Output } from './lane-output.ts'
import { resultsOfPlaywright } from './playwright-results.ts'
import { failed, failedForGood, passed, withExitCode } from './result.ts'
import type { TestResult } from './result.ts'
import { runCommand, runForReport } from './run-command.ts'
import { walks } from './test-files.ts'
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

export const unitTests = (selection: Selection) =>
  vitestTests('unit and API tests', 'test-results/unit', { selection })

/** @param into The beginning of the names of its results */
function vitestTests(
  name: string,
  into: string,
  { selection: { files, title }, settings = {} }: Tests,
): Step {
  const vitest = async (results: string, args: readonly string[], output: Output) => {
    const reporters = ['--reporter=default', '--reporter=./scripts/test/vitest-results.ts']
    const titled = title === undefined ? [] : ['-t', title]
    const command = ['vitest', 'run', ...reporters, ...args, ...titled]
    const env = { ...settings, UNIT_RESULTS: results }
    const ended = await runForReport(results, command, output, env)
    const found = withExitCode('Vitest', ended.code, ended.report)
    return found.length > 0 ? found : [failedForGood(`No test has the title “${title}”`)]
  }
  return {
    name,
    run: (output) => vitest(`${into}.json`, files, output),
    async runAgain(failures, output) {
      const again = new Set(failures.flatMap(({ file = [] }) => file))
      return vitest(`${into}-again.json`, ['--maxWorkers=1', ...again], output)
    },
  }
}

export const journeys = (selection: Selection) =>
  browserTests('browser journeys', 'test-results/e2e', { selection })

const all: Selection = { files: [], title: undefined }
const whole = { WALKS: 'whole' }

/** Each journey at one width, and a sample of the long walks. */
export const sampledJourneys = browserTests('browser journeys', 'test-results/e2e', {
  selection: all,
  further: async () => [
    `--test-list-invert=${await listOtherWidths('test-results/other-widths.txt')}`,
  ],
})

/** What `sampledJourneys` leaves out. */
export const unsampledJourneys = browserTests('walks and other widths', 'test-results/walks', {
  selection: all,
  further: async () => {
    const files = walks('e2e').map((file) => file.replace('e2e/', ''))
    const list = await listOtherWidths('test-results/unsampled.txt', files)
    return [`--test-list=${list}`]
  },
  settings: whole,
})

/** The unit tests that run a sample with each commit. */
export const unsampledUnitTests = vitestTests('whole unit tests', 'test-results/unit-walks', {
  selection: { files: walks('unit'), title: undefined },
  settings: whole,
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

interface Tests {
  selection: Selection
  settings?: NodeJS.ProcessEnv
}

interface BrowserTests extends Tests {
  /** Arguments that name another configuration. */
  config?: readonly string[]
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
