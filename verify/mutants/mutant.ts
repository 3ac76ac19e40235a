/** A guard taken out of the source, and the test files that must notice: in each of them a test fails. */
export interface Mutant {
  /** The guarantee that the guard gives. */
  guard: string
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  noticedBy: readonly string[]
}

/** The source without its guard. Throws unless the text occurs exactly once: otherwise nothing is mutated. */
export function mutate(source: string, { guard, file, find, replace }: Mutant): string {
  const parts = source.split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new Error(`“${guard}”: its text occurs ${parts.length - 1} times in ${file}, not once`)
}
