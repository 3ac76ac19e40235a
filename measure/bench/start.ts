import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCommandLine } from '../../scripts/command-line.ts'
import { freePorts } from '../../scripts/ports.ts'
import { median } from '../../rig/statistics.ts'
import { findProcess, residentMegabytes } from '../../rig/process-usage.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

/** Maximum seconds of a start, and megabytes of an idle node. */
const goals = { first: 15, later: 3, idle: 120 }
const laterStarts = 3
const idleMs = 20_000

readCommandLine({
  usage: 'npm run bench:start',
  about:
    'Measures the time of the first and later starts, and the memory of an idle node. Deletes dist/ first.',
})

const folder = makeTemporaryFolder('start')
const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
const env = {
  ...process.env,
  DATA_DIR: folder,
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_SMTP_PORT: String(smtpPort),
}

try {
  // As after an installation: no built pages and no database.
  await rm('dist', { recursive: true, force: true })
  const first = await startAndStop()
  const later: number[] = []
  for (let start = 0; start < laterStarts; start++) later.push(await startAndStop())
  const idle = await idleMemory()
  const rows = [
    { figure: 'first start, with build and new database (s)', is: first, goal: goals.first },
    { figure: `later start, median of ${laterStarts} (s)`, is: median(later), goal: goals.later },
    { figure: `node ${idleMs / 1000} s after its start (MB)`, is: idle, goal: goals.idle },
  ]
  console.table(rows)
  process.exitCode = rows.every(({ is, goal }) => is < goal) ? 0 : 1
} finally {
  // PostgreSQL may still write while it shuts down.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}

/** Starts the shop by `npm start`. */
async function start() {
  const began = performance.now()
  const shop = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(shop, 'exit')
  const ready = (async () => {
    for await (const line of createInterface({ input: shop.stdout })) {
      if (line.includes('Ready after')) return (performance.now() - began) / 1000
    }
    throw new Error('The shop ended before it was ready')
  })()
  const stop = async () => {
    shop.kill('SIGTERM')
    await ended
    // npm ends before the processes of its shell.
    while (findNode()) await sleep(50)
  }
  return { seconds: Math.round((await ready) * 10) / 10, stop }
}

async function startAndStop(): Promise<number> {
  const { seconds, stop } = await start()
  await stop()
  return seconds
}

async function idleMemory(): Promise<number> {
  const { stop } = await start()
  await sleep(idleMs)
  const pid = findNode()
  if (!pid) throw new Error('No process of the shop was found')
  const megabytes = residentMegabytes(pid)
  await stop()
  return megabytes
}

/** The server process of this shop, identified by its folder, as other shops may run on this machine. */
function findNode() {
  return findProcess('src/server/main.ts', `DATA_DIR=${folder}`)
}
