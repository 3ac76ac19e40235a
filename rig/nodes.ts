import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeFlags } from '../scripts/node-flags.ts'
import type { Child } from '../scripts/processes.ts'
import type { RunRecord } from './record.ts'
import { logTail, startLogged } from './server.ts'

interface Options {
  ports: readonly number[]
  env: NodeJS.ProcessEnv
  /** Folder of their logs. */
  folder: string
  record: RunRecord
  /** Folder of another version, which every second node runs. */
  beside?: string | undefined
  /** A node that starts without a database may exit; it is started again. */
  isDatabaseAway: () => boolean
}

export interface Victim {
  /** From 0 to 1, selects one of the nodes that are up. */
  victim: number
  /** Whether the only node that is up may be killed. */
  includesLast: boolean
}

const startTimeoutMs = 60_000

const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection due to idle-in-transaction/

/** Starts nodes of the shop and restarts each that ends. */
export function startNodes({ ports, folder, beside, ...options }: Options) {
  const env = { ...options.env }
  const nodes = ports.map((port, index) =>
    supervise({
      ...options,
      env,
      port,
      log: join(folder, `node-${port}.log`),
      cwd: index % 2 === 1 ? beside : undefined,
    }),
  )
  let kills = 0
  return {
    origins: nodes.map(({ origin }) => origin),
    logs: nodes.map(({ log }) => log),
    pids: () => nodes.map(({ pid }) => pid()),
    kills: () => kills,

    /** Settings from the next start of each node on. */
    configure: (settings: NodeJS.ProcessEnv) => void Object.assign(env, settings),

    /** Resolves once all nodes are up. */
    async ready() {
      for (const node of nodes) await node.ready()
    },

    async killOne({ victim, includesLast }: Victim) {
      const up = nodes.filter((node) => node.isUp())
      const node = up[Math.floor(victim * up.length)]
      if (!node || (up.length < 2 && !includesLast)) return
      kills += 1
      await node.kill()
    },

    /** Restarts one node after the other, each once the previous one is ready. Returns how they ended. */
    async restartInTurn() {
      const ends: string[] = []
      for (const node of nodes) ends.push(await node.restart())
      return ends
    },

    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

type Supervised = Pick<Options, 'env' | 'record' | 'isDatabaseAway'> & {
  port: number
  log: string
  cwd: string | undefined
}

function supervise({ port, log, cwd, env, record, isDatabaseAway }: Supervised) {
  let child: Child
  let state: 'starting' | 'up' | 'ending' | 'stopped'
  let mayExit: boolean
  /** Size of the log at the last start. */
  let logSize = 0

  const start = () => {
    state = 'starting'
    mayExit = isDatabaseAway()
    logSize = existsSync(log) ? statSync(log).size : 0
    child = startLogged('src/server/main.ts', {
      env: { ...env, PORT: String(port) },
      execArgv: nodeFlags,
      cwd,
      log,
    })
    const watch = setInterval(() => (mayExit ||= isDatabaseAway()), 20)
    void child.ready.then(() => {
      clearInterval(watch)
      if (state === 'starting') state = 'up'
    })
    void child.ended.then((how) => {
      clearInterval(watch)
      if (state === 'stopped') return
      const tail = logTail(log, logSize)
      // The interval may not have run since the kill. A lost database connection is not the node's fault.
      mayExit ||= isDatabaseAway() || lostConnection.test(tail)
      if (state === 'up' || (state === 'starting' && !mayExit)) {
        const example = `a node ended ${how}: ${tail}`
        record.findings.push({ invariant: 'processes', example })
      }
      start()
    })
  }
  const isUp = () => state === 'up'
  const ready = async () => {
    for (const started = Date.now(); !isUp(); await sleep(50)) {
      if (Date.now() - started < startTimeoutMs) continue
      throw new Error(`A node does not start: ${logTail(log)}`)
    }
  }
  start()

  return {
    ready,
    origin: `http://127.0.0.1:${port}`,
    log,
    isUp,
    pid: () => child.pid ?? 0,
    async kill() {
      state = 'ending'
      await child.crash()
    },
    async restart() {
      state = 'ending'
      const { ended } = child
      await child.stop()
      await ready()
      return ended
    },
    async stop() {
      state = 'stopped'
      await child.stop()
    },
  }
}
