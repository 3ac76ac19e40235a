import { statSync } from 'node:fs'
import { errorCode, StartError } from './start-error.ts'

const isAFile = (folder: string) =>
  new StartError(`${folder} is a file, not a folder: remove it, or change DATA_DIR`)

/** Refuses to start with a file as data folder. A missing folder is created where it is needed. */
export function refuseFile(folder: string) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw isAFile(folder)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written: give its account the rights, or change DATA_DIR',
  EPERM: 'cannot be written: give its account the rights, or change DATA_DIR',
  EROFS: 'is on a read-only file system: mount it for writing, or change DATA_DIR',
  ENOSPC: 'is on a full disk: free some space, or change DATA_DIR',
}

/** Explains why the data folder cannot be used; other errors stay as they are. */
export function explainFolderError(error: unknown, folder: string): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'ENOTDIR') return isAFile(folder)
  return reasons[code] ? new StartError(`${folder} ${reasons[code]}`) : error
}
