import type { core } from 'zod/mini'

/** The settings of the environment, without empty ones. */
export type Given = Readonly<Record<string, string | undefined>>

/** One line for each setting that its schema refuses. */
export const settingFaults = (error: core.$ZodError | undefined, given: Given): string[] =>
  (error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.')
    if (given[name] === undefined && issue.code === 'invalid_type') return `${name} is missing`
    return `${name}: ${issue.code === 'invalid_value' ? oneOf(issue.values) : issue.message}`
  })

const oneOf = (words: readonly unknown[]) =>
  `must be ${words.slice(0, -1).join(', ')} or ${String(words.at(-1))}`
