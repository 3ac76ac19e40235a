import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takenPorts } from '../../scripts/ports.ts'
import { startChild } from '../../scripts/processes.ts'
import type { Child } from '../../scripts/processes.ts'
import type { Journal } from './journal.ts'
import type { Kill } from './plan.ts'

interface Options {
  ports: readonly number[]
  env: NodeJS.ProcessEnv
  /** Where their logs go. */
  folder: string
  journal: Journal
  /** Another version of the shop, which every second node is of. */
  beside?: string | undefined
  /** A node that starts while the database is away gives up: its supervisor starts it again. */
  isDatabaseAway: () => boolean
}

const patienceMs = 60_000

const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection due to idle-in-transaction/

/** The shop on several nodes, each started again at once when it ends. */
export function startNodes({ ports, folder, beside, ...options }: Options) {
  const nodes = ports.map((port, index) =>
    supervise({
      ...options,
      port,
      log: join(folder, `node-${port}.log`),
      cwd: index % 2 === 1 ? beside : undefined,
    }),
  )
  let kills = 0
  return {
    origins: nodes.map(({ origin }) => origin),
    logs: nodes.map(({ log }) => log),
    kills: () => kills,

    /** Waits until all are up. */
    async ready() {
      for (const node of nodes) await node.ready()
    },

    async killOne({ victim, evenTheLast }: Omit<Kill, 'atMs'>) {
      const up = nodes.filter((node) => node.isUp())
      const node = up[Math.floor(victim * up.length)]
      if (!node || (up.length < 2 && !evenTheLast)) return
      kills += 1
      await node.kill()
    },

    /** Tells one node after the other to stop, each when the one before is back; how they ended. */
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

type Supervised = Pick<Options, 'env' | 'journal' | 'isDatabaseAway'> & {
  port: number
  log: string
  cwd: string | undefined
}

function supervise({ port, log, cwd, env, journal, isDatabaseAway }: Supervised) {
  const output = openSync(log, 'a')
  let child: Child
  let state: 'starting' | 'up' | 'ending' | 'stopped'
  let isExcused: boolean
  /** How long the log was when this life began. */
  let logged = 0

  const start = () => {
    state = 'starting'
    isExcused = isDatabaseAway()
    logged = statSync(log).size
    child = startChild('src/server/main.ts', { env: { ...env, PORT: String(port) }, cwd, output })
    const watch = setInterval(() => (isExcused ||= isDatabaseAway()), 20)
    void child.ready.then(() => {
      clearInterval(watch)
      if (state === 'starting') state = 'up'
    })
    void child.ended.then((how) => {
      clearInterval(watch)
      if (state === 'stopped') return
      const words = lastWords(log, logged)
      // The watch may not have had its turn since the kill. A connection that is late or cut is none of
      // the node's doing either.
      isExcused ||= isDatabaseAway() || lostConnection.test(words)
      if (state === 'up' || (state === 'starting' && !isExcused)) {
        const example = `a node ended ${how}: ${words}`
        journal.complaints.push({ invariant: 'processes', example })
      }
      start()
    })
  }
  const isUp = () => state === 'up'
  const ready = async () => {
    for (const started = Date.now(); !isUp(); await sleep(50)) {
      if (Date.now() - started < patienceMs) continue
      throw new Error(`A node does not start: ${lastWords(log, 0)}`)
    }
  }
  start()

  return {
    ready,
    origin: `http://127.0.0.1:${port}`,
    log,
    isUp,
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
      closeSync(output)
    },
  }
}

const lastWords = (log: string, from: number) =>
  readFileSync(log).subarray(from).toString().slice(-4_000)

/** Below those that outgoing connections get: one of them could take the port of a node that is down. */
export async function choosePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if ((await takenPorts({ PORT: port })).length === 0) ports.add(port)
  }
  return [...ports]
}
