import { globSync } from 'node:fs'

const tests = {
  unit: '{src,sandbox,scripts,verify,measure}/**/*.test.ts',
  e2e: 'e2e/**/*.spec.ts',
}

/** The words that name no test file: the runners pass over them if another word names one. */
export function unknownFiles(part: keyof typeof tests, words: readonly string[]): string[] {
  if (words.length === 0) return []
  const files = globSync(tests[part]).map(
    (file) => `${process.cwd()}/${file.replaceAll('\\', '/')}`,
  )
  // Vitest looks for a part of the path, Playwright for a pattern, with a line number behind it.
  const isNamed = { unit: includes, e2e: matches }[part]
  return words.filter((word) => !files.some((file) => isNamed(file, word)))
}

const includes = (file: string, word: string) => file.includes(word.replace(/^\.\//, ''))
const matches = (file: string, word: string) => new RegExp(word.replace(/:\d+$/, '')).test(file)
