import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './program.ts'
import type { Program } from './program.ts'
import { home, query, readExample, render, start, superuser, write } from './setting.ts'
import type { Setting } from './setting.ts'

interface Options {
  ports: readonly number[]
  /** Where etcd answers. */
  store: string
  isSynchronous: boolean
}

interface Member {
  name: string
  role: string
  state: string
}

/** Two PostgreSQL under Patroni, one of them following the other, with the shop's database. */
export async function startDatabases(setting: Setting, { ports, store, isSynchronous }: Options) {
  const databases = [1, 2].map((number) => {
    const [port, restPort] = ports.slice(2 * number - 2)
    const config = write(
      setting,
      `db${number}.yml`,
      render('patroni.yml', {
        'name: db1': `name: db${number}`,
        '10.0.0.21:8008': `${home}:${restPort}`,
        '10.0.0.21:5432': `${home}:${port}`,
        '10.0.0.31:2379': store,
        '10.0.0.0/24': `${home}/32`,
        '/var/lib/postgresql/15/shop': join(setting.folder, `db${number}`),
        '/var/run/postgresql': setting.folder,
        'synchronous_mode: true': `synchronous_mode: ${isSynchronous}`,
      }),
    )
    return supervise(setting, `db${number}`, config, {
      example: `10.0.0.2${number}:5432 port 8008`,
      address: `${home}:${port} port ${restPort}`,
      url: `postgres://${superuser}@${home}:${port}`,
      status: `http://${home}:${restPort}/cluster`,
    })
  })

  /** The member that runs in this role, as the first agent that answers has it. */
  const memberOf = async (role: string) => {
    const answers = databases.map(async ({ status }) => (await fetch(status)).json())
    const { members } = (await Promise.any(answers)) as { members: Member[] }
    const found = members.find((member) => member.role === role && member.state === 'running')
    return databases.find(({ name }) => name === found?.name)
  }
  const leader = () => until('a primary', () => memberOf('leader'))
  /** One that has all that is acknowledged, or follows where nothing is waited for. */
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

function supervise<T>(setting: Setting, name: string, config: string, place: T) {
  const data = join(setting.folder, name)
  let agent: Program
  const begin = () => {
    agent = start(setting, '/usr/bin/patroni', name, [config])
  }
  begin()
  setting.running.push(async () => {
    await agent.stop()
    killPostgres(data)
  })
  return {
    ...place,
    name,
    start: begin,
    /** The machine loses its power: the agent and PostgreSQL at once. */
    async kill() {
      const ended = agent.kill()
      killPostgres(data)
      await ended
    },
  }
}

/** Its other processes end when they miss the first. */
function killPostgres(data: string) {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
