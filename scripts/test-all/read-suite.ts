export interface SuiteResult {
  passed: number
  failed: number
  /** Lines about the failures; empty without one. */
  reason: string
}

/**
 * The result of a suite by the last line `N passed, N failed` of its output. A suite that ended with an error, without
 * that line or without any passed test has failed, even if it names no failure.
 */
export function readSuite(
  name: string,
  { code, output }: { code: number; output: string },
): SuiteResult {
  const closing = Array.from(output.matchAll(/^(\d+) passed, (\d+) failed$/gm)).at(-1)
  const passed = Number(closing?.[1] ?? 0)
  const failed = Number(closing?.[2] ?? 0)
  if (code === 0 && passed > 0 && failed === 0) return { passed, failed, reason: '' }
  const how = closing ? '' : ' without a result'
  const list = /^Failed:\n[^]*$/m.exec(output)?.[0].trimEnd() ?? ''
  return {
    passed,
    failed: Math.max(1, failed),
    reason: `npm run ${name} ended with ${code}${how}\n${list}`,
  }
}

/** The last line of all suites, as each of them has its own. */
export const totalLine = (results: readonly SuiteResult[]) => {
  const sum = (of: (result: SuiteResult) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`
}
