import { join } from 'node:path'
import { freePorts } from '../../scripts/ports.ts'
import { startDatabases } from './databases.ts'
import { until } from './program.ts'
import { home, query, render, shopUser, start, write } from './setting.ts'
import type { Setting } from './setting.ts'

interface Options {
  nodePorts: readonly number[]
  isSynchronous: boolean
}

/** The store, the databases, a pooler and a balancer, as the examples have them. */
export async function startEngines(setting: Setting, { nodePorts, isSynchronous }: Options) {
  const [store, peer, shop, primary, standby, pooler, ...ports] = await freePorts(10)
  const keep = (command: string, name: string, args: readonly string[]) =>
    setting.running.push(start(setting, command, name, args).stop)

  const etcd = {
    name: 'etcd',
    'data-dir': join(setting.folder, 'etcd'),
    'listen-client-urls': `http://${home}:${store}`,
    'advertise-client-urls': `http://${home}:${store}`,
    'listen-peer-urls': `http://${home}:${peer}`,
    'initial-advertise-peer-urls': `http://${home}:${peer}`,
    'initial-cluster': `etcd=http://${home}:${peer}`,
  }
  keep(
    '/usr/bin/etcd',
    'etcd',
    Object.entries(etcd).flatMap(([flag, value]) => [`--${flag}`, value]),
  )

  const databases = await startDatabases(setting, {
    ports,
    store: `${home}:${store}`,
    isSynchronous,
  })

  const balancing = render('haproxy.cfg', {
    ...databases.addresses,
    ...Object.fromEntries(
      nodePorts.map((port, index) => [`10.0.0.4${index + 1}:3000`, `${home}:${port}`]),
    ),
    '10.0.0.11:80': `${home}:${shop}`,
    '10.0.0.11:5000': `${home}:${primary}`,
    '10.0.0.11:5001': `${home}:${standby}`,
  })
  keep('/usr/sbin/haproxy', 'haproxy', ['-db', '-f', write(setting, 'haproxy.cfg', balancing)])

  const directUrl = `postgres://${shopUser}@${home}:${primary}/shop`
  await until('the balancer', () => leadsToPrimary(directUrl))

  const pooling = render('pgbouncer.ini', {
    'host=10.0.0.11 port=5000': `host=${home} port=${primary}`,
    'host=10.0.0.11 port=5001': `host=${home} port=${standby}`,
    'listen_addr = 10.0.0.11': `listen_addr = ${home}`,
    'listen_port = 6432': `listen_port = ${pooler}`,
    '/etc/pgbouncer/userlist.txt': write(setting, 'userlist.txt', '"shop" "shop-password"\n'),
  })
  keep('/usr/sbin/pgbouncer', 'pgbouncer', [write(setting, 'pgbouncer.ini', pooling)])

  const url = `postgres://${shopUser}@${home}:${pooler}/shop`
  await until('the pooler', () => query(url, 'select').then(() => true))
  return {
    ...databases,
    origin: `http://${home}:${shop}`,
    /** Through the pooler, for the shop. */
    url,
    standbyUrl: `postgres://${shopUser}@${home}:${pooler}/shop_standby`,
    /** To whichever is the primary, past the pooler, for the test itself. */
    directUrl,
  }
}

/**
 * Whether the balancer has found out which PostgreSQL is the primary. Until its first checks it takes both for
 * that, and cuts the connections to the standby then: one connection that finds the primary shows nothing.
 */
async function leadsToPrimary(url: string) {
  for (let connection = 0; connection < 6; connection += 1) {
    await query(url, 'create temporary table written ()')
  }
  return true
}
