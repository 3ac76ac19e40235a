import { closeSync, openSync, readFileSync } from 'node:fs'
import { startChild, waitUntilReady } from '../scripts/processes.ts'
import type { Child, ChildOptions } from '../scripts/processes.ts'

interface Options extends Omit<ChildOptions, 'output'> {
  /** File to which its output is appended. */
  log: string
}

/** Starts a program of the repository that logs to a file. */
export function startLogged(file: string, { log, ...options }: Options): Child {
  const output = openSync(log, 'a')
  try {
    return startChild(file, { ...options, output })
  } finally {
    closeSync(output)
  }
}

/** Starts a program of the repository and waits until it is ready. Throws if it ends before. */
export async function startServer(file: string, options: Options): Promise<Child> {
  const child = startLogged(file, options)
  await waitUntilReady(child, (how) => `${file} ended ${how}: ${logTail(options.log)}`)
  return child
}

/** The last lines of a log, from a position in bytes. */
export const logTail = (log: string, from = 0) =>
  readFileSync(log).subarray(from).toString().slice(-4_000)
