import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Server and client have a core each. PostgreSQL runs on either, for both sides. */
const serverCore = '0'
export const clientCore = '1'
export const connections = 32

/** Pins a process, with all of its threads, to the server's core. */
export const pinToServerCore = (pid: number) =>
  promisify(execFile)('taskset', ['-a', '-c', '-p', serverCore, String(pid)])
