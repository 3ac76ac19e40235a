import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The server and what it is asked by share no core. PostgreSQL may run on any, in both cases. */
const serverCore = '0'
export const clientCore = '1'
export const connections = 32

/** Keeps a process, with all of its threads, on the server's core. */
export const pinToServerCore = (pid: number) =>
  promisify(execFile)('taskset', ['-a', '-c', '-p', serverCore, String(pid)])
