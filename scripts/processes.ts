import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A program of this project in a child process. */
export interface Child {
  pid: number | undefined
  /** Resolves when the program sends `'ready'`; never if it ends first. */
  ready: Promise<void>
  /** Resolves with how the program ended, after `stop` or by itself. */
  ended: Promise<string>
  stop(): Promise<void>
  /** Kills the program without a chance to clean up. */
  crash(): Promise<void>
}

export interface ChildOptions {
  env: NodeJS.ProcessEnv
  /** Its working directory; the file is relative to it. */
  cwd?: string | undefined
  execArgv?: string[]
  /** The output of this process, or an open file. */
  output?: 'inherit' | number
}

const graceMs = 30_000

/** Waits until a program is ready. Throws if it ends first, with the message for its end. */
export async function waitUntilReady(
  { ready, ended }: { ready: Promise<unknown>; ended: Promise<string> },
  messageOf: (how: string) => string,
): Promise<void> {
  const how = await Promise.race([ready.then(() => undefined), ended])
  if (how !== undefined) throw new Error(messageOf(how))
}

export function startChild(file: string, options: ChildOptions): Child {
  const { env, cwd, execArgv = [], output = 'inherit' } = options
  const child = fork(file, {
    env,
    cwd,
    execArgv,
    stdio: ['ignore', output, output, 'ipc'],
    // Ctrl-C signals the whole process group: in a group of its own, a child gets the signal of its parent only.
    detached: true,
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve()
    })
  })
  const ended = once(child, 'exit').then(([code, signal]) =>
    signal ? `by ${String(signal)}` : `with exit code ${String(code)}`,
  )
  const stop = async () => {
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(killTimer)
  }
  const crash = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { pid: child.pid, ready, ended, stop, crash }
}
