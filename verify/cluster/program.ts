import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Program {
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Asks it to end, and kills it if it does not. */
  stop(): Promise<void>
}

/** Neither PostgreSQL nor PgBouncer runs as root, so all of them run under PostgreSQL's account then. */
const account = process.getuid?.() === 0 ? lookUp('postgres') : undefined

export function chownToPostgres(path: string) {
  if (account) chownSync(path, account.uid, account.gid)
}

const graceMs = 20_000

interface Start {
  args: readonly string[]
  log: string
  /** Hears of an end that nobody asked for. */
  fail: (error: Error) => void
}

/** Starts a program of Debian's. */
export function startProgram(command: string, { args, log, fail }: Start): Program {
  const output = openSync(log, 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    // Ctrl-C is for the test alone, which then stops all in order.
    detached: true,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
    ...account,
  })
  closeSync(output)
  let isWanted = true
  const ended = once(child, 'exit')
  void ended.then(() => {
    if (isWanted) fail(new Error(`${command} has ended: ${logTail(log)}`))
  })
  const end = async (signal: NodeJS.Signals) => {
    isWanted = false
    child.kill(signal)
    await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

const logTail = (log: string) => readFileSync(log, 'utf8').slice(-1_500)

/** Repeats the question until it has an answer. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  patienceMs = 90_000,
): Promise<T> {
  for (const started = performance.now(); ; await sleep(100)) {
    const answer = await ask().catch(() => undefined)
    if (answer) return answer
    if (performance.now() - started > patienceMs) throw new Error(`${what}: timed out`)
  }
}

function lookUp(name: string): { uid: number; gid: number } {
  const number = (flag: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [number('-u'), number('-g')]
  if (!uid || !gid) throw new Error(`There is no account ${name}`)
  return { uid, gid }
}
