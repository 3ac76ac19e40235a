import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A program of ours in a process of its own. */
export interface Child {
  pid: number | undefined
  /** Resolves when the program sends `'ready'`; never, if it ends before. */
  ready: Promise<void>
  /** Resolves with how the program ended, whether asked to or not. */
  ended: Promise<string>
  stop(): Promise<void>
  /** Ends the program as a crash does. */
  crash(): Promise<void>
}

export interface ChildOptions {
  env: NodeJS.ProcessEnv
  /** Where it runs, and where its file is looked for. */
  cwd?: string | undefined
  execArgv?: string[]
  /** Where its messages go: to this process's own output, or to an open file. */
  output?: 'inherit' | number
}

const graceMs = 30_000

export function startChild(file: string, options: ChildOptions): Child {
  const { env, cwd, execArgv = [], output = 'inherit' } = options
  const child = fork(file, {
    env,
    cwd,
    execArgv,
    stdio: ['ignore', output, output, 'ipc'],
    // Ctrl-C reaches the whole group: in its own, a child hears of it once, and in order.
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
    const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(impatience)
  }
  const crash = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { pid: child.pid, ready, ended, stop, crash }
}
