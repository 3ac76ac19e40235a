import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { broken, failed } from './result.ts'
import type { TestResult } from './result.ts'

/**
 * A reporter that writes a `TestResult[]` to the file of `UNIT_RESULTS`. Vitest's own JSON has no errors of hooks in a
 * group, and none that belong to no test, such as a rejection that nobody handles.
 */
export default class VitestResults implements Reporter {
  #isSelected = false

  onInit({ config }: Vitest) {
    this.#isSelected = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], unattributed: readonly SerializedError[]) {
    const results = modules.flatMap((module) => resultsOf(module, this.#isSelected))
    const own = unattributed.length > 0 ? [broken('Vitest itself', reasonOf(unattributed))] : []
    const file = process.env['UNIT_RESULTS'] ?? 'test-results/unit.json'
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([...results, ...own]))
  }
}

/** A failure of the file itself, if there is one, stands for the tests that it prevents. */
function resultsOf(module: TestModule, isSelected: boolean): TestResult[] {
  const file = module.relativeModuleId
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
  const tests = [...module.children.allTests()].flatMap((test) =>
    resultOf(test, file, { isSelected, isHindered: errors.length > 0 }),
  )
  if (errors.length === 0) return tests
  return [
    { ...failed(`${file} (the file itself)`, reasonOf(errors)), file, isOfFile: true },
    ...tests,
  ]
}

interface Circumstances {
  /** A title selects tests: Vitest reports the others as skipped. */
  isSelected: boolean
  /** A hook failed: Vitest reports the tests that it prevents as skipped. */
  isHindered: boolean
}

function resultOf(
  test: TestCase,
  file: string,
  { isSelected, isHindered }: Circumstances,
): TestResult[] {
  const { state, errors = [] } = test.result()
  const isSkipped = state === 'skipped'
  if (isSkipped && (test.options.mode === 'run' ? isHindered : isSelected)) return []
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
    },
  ]
}

const reasonOf = (errors: readonly SerializedError[]) =>
  errors.map(({ stack, message }) => stack ?? message).join('\n')
