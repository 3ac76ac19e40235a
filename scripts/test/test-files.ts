import { globSync, readFileSync } from 'node:fs'

export const testFiles = {
  unit: '{src,sandbox,scripts,verify,measure}/**/*.test.ts',
  e2e: 'e2e/**/*.spec.ts',
}

/** The files whose tests take samples: all of each is a walk through every case. */
export const walks = (part: keyof typeof testFiles): string[] =>
  globSync(testFiles[part])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => readFileSync(file, 'utf8').includes("testing/sample.ts'"))
    .toSorted()

/** The words that name no test file: the runners pass over them if another word names one. */
export function unknownFiles(part: keyof typeof testFiles, words: readonly string[]): string[] {
  if (words.length === 0) return []
  const files = globSync(testFiles[part]).map(
    (file) => `${process.cwd()}/${file.replaceAll('\\', '/')}`,
  )
  // Vitest looks for a part of the path, Playwright for a pattern, with a line number behind it.
  const isNamed = { unit: includes, e2e: matches }[part]
  return words.filter((word) => !files.some((file) => isNamed(file, word)))
}

const includes = (file: string, word: string) => file.includes(word.replace(/^\.\//, ''))

function matches(file: string, word: string) {
  try {
    return new RegExp(word.replace(/:\d+$/, '')).test(file)
  } catch {
    return false // no pattern, such as a lone bracket
  }
}
