import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { logTail } from '../../rig/server.ts'

export interface Program {
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM, and SIGKILL after a timeout. */
  stop(): Promise<void>
}

/** PostgreSQL and PgBouncer refuse to run as root, so root runs all programs as `postgres`. */
const account = process.getuid?.() === 0 ? lookUp('postgres') : undefined

export function chownToPostgres(path: string) {
  if (account) chownSync(path, account.uid, account.gid)
}

const graceMs = 20_000

interface Start {
  args: readonly string[]
  log: string
  /** Called when the program ends by itself. */
  fail: (error: Error) => void
}

/** Starts a program of a Debian package. */
export function startProgram(command: string, { args, log, fail }: Start): Program {
  const output = openSync(log, 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    // In its own process group, so that Ctrl-C reaches only the test, which then stops all in order.
    detached: true,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
    ...account,
  })
  closeSync(output)
  let isStopping = false
  const ended = once(child, 'exit')
  void ended.then(() => {
    if (!isStopping) fail(new Error(`${command} ended: ${logTail(log)}`))
  })
  const end = async (signal: NodeJS.Signals) => {
    isStopping = true
    child.kill(signal)
    await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** Polls until the result is neither undefined nor false. Rejections count as undefined. */
export async function until<T>(
  what: string,
  poll: () => Promise<T | undefined | false>,
  timeoutMs = 90_000,
): Promise<T> {
  for (const started = performance.now(); ; await sleep(100)) {
    const result = await poll().catch(() => undefined)
    if (result) return result
    if (performance.now() - started > timeoutMs) throw new Error(`${what}: timed out`)
  }
}

function lookUp(name: string): { uid: number; gid: number } {
  const number = (flag: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [number('-u'), number('-g')]
  if (!uid || !gid) throw new Error(`There is no account ${name}`)
  return { uid, gid }
}
