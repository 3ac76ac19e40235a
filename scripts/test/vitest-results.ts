import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { failedForGood, failed } from './result.ts'
import type { TestResult } from './result.ts'

/**
 * A reporter that writes a `TestResult[]` to the file of `UNIT_RESULTS`. Vitest's own JSON has no errors of hooks in a
 * group, and none that belong to no test, such as a rejection that nobody handles.
 */
export default class VitestResults implements Reporter {
  #title: RegExp | undefined

  onInit({ config }: Vitest) {
    this.#title = config.testNamePattern
  }

  onTestRunEnd(modules: readonly TestModule[], unattributed: readonly SerializedError[]) {
    const results = modules.flatMap((module) => resultsOf(module, this.#title))
    const own =
      unattributed.length > 0 ? [failedForGood('Vitest itself', reasonOf(unattributed))] : []
    const file = process.env['UNIT_RESULTS'] ?? 'test-results/unit.json'
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([...results, ...own]))
  }
}

/** A failure of the file itself, if there is one, stands for the tests that it prevents. */
function resultsOf(module: TestModule, title: RegExp | undefined): TestResult[] {
  const file = module.relativeModuleId
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
  const tests = [...module.children.allTests()].flatMap((test) =>
    resultOf(test, file, { title, isHindered: errors.length > 0 }),
  )
  if (errors.length === 0) return tests
  return [
    { ...failed(`${file} (the file itself)`, reasonOf(errors)), file, isOfFile: true },
    ...tests,
  ]
}

interface Circumstances {
  /** Selects tests: Vitest reports the others as skipped. */
  title: RegExp | undefined
  /** A hook failed: Vitest reports the tests that it prevents as skipped. */
  isHindered: boolean
}

function resultOf(
  test: TestCase,
  file: string,
  { title, isHindered }: Circumstances,
): TestResult[] {
  const { state, errors = [] } = test.result()
  const isSkipped = state === 'skipped'
  const isSelected = !title || title.test(test.fullName.replaceAll(' > ', ' '))
  if (isSkipped && (!isSelected || (isHindered && test.options.mode === 'run'))) return []
  return [
    {
      name: `${file}: ${test.fullName}`,
      outcome: state === 'passed' ? 'passed' : 'failed',
      reason: {
        passed: '',
        failed: reasonOf(errors),
        skipped: 'It was skipped.',
        pending: 'It did not end.',
      }[state],
      seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      file,
      ...(isSkipped && { isFinal: true }),
    },
  ]
}

interface Fault extends SerializedError {
  diff?: string
  cause?: Fault
}

const reasonOf = (errors: readonly Fault[]): string =>
  errors
    .flatMap(({ stack, message, diff = [], cause }) => [
      stack ?? message,
      diff,
      cause ? `Caused by: ${reasonOf([cause])}` : [],
    ])
    .flat()
    .join('\n')
