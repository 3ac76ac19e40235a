/** A guard to remove from the source, and the test files in each of which a test must then fail. */
export interface Mutant {
  /** The guarantee of the guard. */
  guard: string
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  noticedBy: readonly string[]
}

/** The source without its guard. Throws unless the text occurs exactly once. */
export function mutate(source: string, { guard, file, find, replace }: Mutant): string {
  const parts = source.split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new Error(`“${guard}”: its text occurs ${parts.length - 1} times in ${file}, not once`)
}
