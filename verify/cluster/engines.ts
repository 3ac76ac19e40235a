import { join } from 'node:path'
import { freePorts } from '../../scripts/ports.ts'
import { startDatabases } from './databases.ts'
import { until } from './program.ts'
import { loopback, query, render, shopUser, start, write } from './setting.ts'
import type { Setting } from './setting.ts'

interface Options {
  nodePorts: readonly number[]
  isSynchronous: boolean
}

/** Starts etcd, the databases, a pooler and a load balancer, configured as in `deploy/cluster`. */
export async function startEngines(setting: Setting, { nodePorts, isSynchronous }: Options) {
  const [store, peer, shop, primary, standby, pooler, ...ports] = await freePorts(10)
  const run = (command: string, name: string, args: readonly string[]) =>
    setting.running.push(start(setting, command, name, args).stop)

  const etcd = {
    name: 'etcd',
    'data-dir': join(setting.folder, 'etcd'),
    'listen-client-urls': `http://${loopback}:${store}`,
    'advertise-client-urls': `http://${loopback}:${store}`,
    'listen-peer-urls': `http://${loopback}:${peer}`,
    'initial-advertise-peer-urls': `http://${loopback}:${peer}`,
    'initial-cluster': `etcd=http://${loopback}:${peer}`,
  }
  run(
    '/usr/bin/etcd',
    'etcd',
    Object.entries(etcd).flatMap(([flag, value]) => [`--${flag}`, value]),
  )

  const databases = await startDatabases(setting, {
    ports,
    store: `${loopback}:${store}`,
    isSynchronous,
  })

  const haproxyConfig = render('haproxy.cfg', {
    ...databases.addresses,
    ...Object.fromEntries(
      nodePorts.map((port, index) => [`10.0.0.4${index + 1}:3000`, `${loopback}:${port}`]),
    ),
    '10.0.0.11:80': `${loopback}:${shop}`,
    '10.0.0.11:5000': `${loopback}:${primary}`,
    '10.0.0.11:5001': `${loopback}:${standby}`,
  })
  run('/usr/sbin/haproxy', 'haproxy', ['-db', '-f', write(setting, 'haproxy.cfg', haproxyConfig)])

  const directUrl = `postgres://${shopUser}@${loopback}:${primary}/shop`
  await until('the load balancer', () => routesToPrimary(directUrl))

  const pgbouncerConfig = render('pgbouncer.ini', {
    'host=10.0.0.11 port=5000': `host=${loopback} port=${primary}`,
    'host=10.0.0.11 port=5001': `host=${loopback} port=${standby}`,
    'listen_addr = 10.0.0.11': `listen_addr = ${loopback}`,
    'listen_port = 6432': `listen_port = ${pooler}`,
    '/etc/pgbouncer/userlist.txt': write(setting, 'userlist.txt', '"shop" "shop-password"\n'),
  })
  run('/usr/sbin/pgbouncer', 'pgbouncer', [write(setting, 'pgbouncer.ini', pgbouncerConfig)])

  const url = `postgres://${shopUser}@${loopback}:${pooler}/shop`
  await until('the pooler', () => query(url, 'select').then(() => true))
  return {
    ...databases,
    origin: `http://${loopback}:${shop}`,
    /** Through the pooler, for the shop. */
    url,
    standbyUrl: `postgres://${shopUser}@${loopback}:${pooler}/shop_standby`,
    /** To the current primary without the pooler, for the test itself. */
    directUrl,
  }
}

/**
 * Whether the load balancer routes to the primary only. Until its first health checks it treats both PostgreSQL as
 * healthy and alternates between them, so one successful write proves nothing.
 */
async function routesToPrimary(url: string) {
  for (let connection = 0; connection < 6; connection += 1) {
    await query(url, 'create temporary table written ()')
  }
  return true
}
