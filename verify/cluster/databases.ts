import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './program.ts'
import type { Program } from './program.ts'
import { loopback, query, readExample, render, start, superuser, write } from './setting.ts'
import type { Setting } from './setting.ts'

interface Options {
  ports: readonly number[]
  /** Address of etcd. */
  store: string
  isSynchronous: boolean
}

interface Member {
  name: string
  role: string
  state: string
}

/** Starts a PostgreSQL primary and a standby under Patroni, and creates the shop's database. */
export async function startDatabases(setting: Setting, { ports, store, isSynchronous }: Options) {
  const databases = [1, 2].map((number) => {
    const [port, restPort] = ports.slice(2 * number - 2)
    const config = write(
      setting,
      `db${number}.yml`,
      render('patroni.yml', {
        'name: db1': `name: db${number}`,
        '10.0.0.21:8008': `${loopback}:${restPort}`,
        '10.0.0.21:5432': `${loopback}:${port}`,
        '10.0.0.31:2379': store,
        '10.0.0.0/24': `${loopback}/32`,
        '/var/lib/postgresql/15/shop': join(setting.folder, `db${number}`),
        '/var/run/postgresql': setting.folder,
        'synchronous_mode: true': `synchronous_mode: ${isSynchronous}`,
      }),
    )
    return supervise(setting, `db${number}`, config, {
      example: `10.0.0.2${number}:5432 port 8008`,
      address: `${loopback}:${port} port ${restPort}`,
      url: `postgres://${superuser}@${loopback}:${port}`,
      status: `http://${loopback}:${restPort}/cluster`,
    })
  })

  /** The running member with this role, according to the first agent that responds. */
  const memberOf = async (role: string) => {
    const responses = databases.map(async ({ status }) => (await fetch(status)).json())
    const { members } = (await Promise.any(responses)) as { members: Member[] }
    const found = members.find((member) => member.role === role && member.state === 'running')
    return databases.find(({ name }) => name === found?.name)
  }
  const leader = () => until('a primary', () => memberOf('leader'))
  /** The standby; with synchronous replication the one that has every acknowledged commit. */
  const standby = () =>
    until('a standby', () => memberOf(isSynchronous ? 'sync_standby' : 'replica'))

  const { url } = await leader()
  const statements = readExample('shop.sql').split(/;\n/)
  for (const statement of statements) {
    if (statement.trim()) await query(`${url}/postgres`, statement)
  }
  await standby()
  return {
    leader,
    standby,
    addresses: Object.fromEntries(databases.map(({ example, address }) => [example, address])),
  }
}

function supervise<T>(setting: Setting, name: string, config: string, addresses: T) {
  const data = join(setting.folder, name)
  let agent: Program
  const startAgent = () => {
    agent = start(setting, '/usr/bin/patroni', name, [config])
  }
  startAgent()
  setting.running.push(async () => {
    await agent.stop()
    killPostgres(data)
  })
  return {
    ...addresses,
    name,
    start: startAgent,
    /** Kills the agent and PostgreSQL, as a power failure does. */
    async kill() {
      const ended = agent.kill()
      killPostgres(data)
      await ended
    },
  }
}

/** Kills the postmaster; its other processes then end by themselves. */
function killPostgres(data: string) {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
