import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './postgres-home.ts'

/** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
export async function shutDown(data: string): Promise<void> {
  const server = readPostmaster(data)
  if (!server) return
  process.kill(server.pid, 'SIGINT')
  while (readPostmaster(data)) await sleep(10)
}

/** Process id and port of the running server, from the file in its data folder. */
export function readPostmaster(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid')
  const [pid, , , port] = linesOf(file).map(Number)
  if (!pid || !isAlive(pid)) return undefined
  if (isOtherProgram(pid)) {
    // PostgreSQL would take the other program for a running server and refuse to start.
    rmSync(file, { force: true })
    return undefined
  }
  return { pid, port: port ?? 0 }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Whether the process id was reused by another program or belongs to a zombie. */
function isOtherProgram(pid: number): boolean {
  try {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return !basename(program).startsWith('postgres')
  } catch {
    return false
  }
}
