import { nodeFlags } from './node-flags.ts'
import { startChild } from './processes.ts'
import type { Child, ChildOptions } from './processes.ts'

export interface ShopProcesses {
  /** Resolves when both are ready; never if one ends first. */
  ready: Promise<unknown>
  /** Resolves with a message when the server or the sandbox ends. */
  ended: Promise<string>
  stop(): Promise<void>
  /** Kills both. */
  crash(): Promise<void>
}

interface Options {
  serverArgv?: string[]
  output?: 'inherit' | number
  startServer?: (file: string, options: ChildOptions) => Omit<Child, 'pid'>
}

/** Adds the settings that server and sandbox share; production must set all. */
export function shopEnvironment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (given['NODE_ENV'] === 'production') return given
  return { ...given, PUBLIC_URL: given['PUBLIC_URL'] || `http://localhost:${portsOf(given).PORT}` }
}

export const hasSandbox = (env: NodeJS.ProcessEnv) =>
  env['SANDBOX'] !== 'off' && env['NODE_ENV'] !== 'production'

/** The ports of the shop, by the names of their settings. */
export function portsOf(env: NodeJS.ProcessEnv) {
  const PORT = Number(env['PORT'] || 3000)
  if (!hasSandbox(env)) return { PORT }
  const SANDBOX_PORT = Number(env['SANDBOX_PORT'] || 3001)
  const SANDBOX_SMTP_PORT = Number(env['SANDBOX_SMTP_PORT'] || SANDBOX_PORT + 1)
  return { PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT }
}

/** Starts the server and, outside production, the sandbox beside it. */
export function startShop(
  env: NodeJS.ProcessEnv,
  { serverArgv = [], startServer = startChild, ...output }: Options = {},
): ShopProcesses {
  const options = { env, ...output }
  const server = startServer('src/server/main.ts', {
    ...options,
    execArgv: [...nodeFlags, ...serverArgv],
  })
  const children = [
    { name: 'server', ...server },
    ...(hasSandbox(env) ? [{ name: 'sandbox', ...startChild('sandbox/main.ts', options) }] : []),
  ]
  const ends = children.map(
    async ({ name, ended }) => `The ${name} ended ${await ended}; its messages are above.`,
  )
  return {
    ready: Promise.all(children.map(({ ready }) => ready)),
    ended: Promise.race(ends),
    stop: async () => {
      // The server first: its last requests may need the sandbox.
      for (const child of children) await child.stop()
    },
    crash: async () => {
      await Promise.all(children.map((child) => child.crash()))
    },
  }
}
