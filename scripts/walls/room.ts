import { dirname } from 'node:path'

/**
 * A part of the repository whose imports are listed. It may import itself and the rooms that it lists, no other: by
 * relative path or alias, values or types. Unit tests may import anything.
 */
export interface Room {
  /** A folder or a file, relative to the repository. A room inside another is not part of it. */
  path: string
  imports: readonly string[]
  /** Whether it may import modules of Node: `node:fs` and the like. */
  node?: boolean
}

/** The innermost room of a file. */
export function findRoom(file: string, rooms: readonly Room[]): Room | undefined {
  const room = rooms.find(({ path }) => path === file)
  return room || file === '.' ? room : findRoom(dirname(file), rooms)
}

/** The folders and files of the root that the rooms are in. */
export const rootsOf = (rooms: readonly Room[]): string[] => [
  ...new Set(rooms.map(({ path }) => path.replace(/\/.*/, ''))),
]
