import type { core } from 'zod/mini'

/** The settings that are there, those without a value left out. */
export type Given = Readonly<Record<string, string | undefined>>

/** One line for each setting that a schema refuses. */
export const settingFaults = (error: core.$ZodError | undefined, given: Given): string[] =>
  (error?.issues ?? []).map(({ path, code, message }) =>
    given[String(path[0])] === undefined && code === 'invalid_type'
      ? `${path.join('.')} is missing`
      : `${path.join('.')}: ${message}`,
  )
