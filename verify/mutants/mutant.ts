/** A guard taken out of the source, and the tests that must notice. */
export interface Mutant {
  /** What the guard sees to. */
  guard: string
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  noticedBy: readonly Noticing[]
}

export interface Noticing {
  file: string
  test: string
}

/** The source without its guard. Throws when the text is not there exactly once, as it then mutates nothing. */
export function mutate(source: string, { guard, file, find, replace }: Mutant): string {
  const parts = source.split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new Error(`“${guard}”: its text stands in ${file} ${parts.length - 1} times, not once`)
}
