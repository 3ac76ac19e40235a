import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's packages, each by a program of it. */
const programs: Readonly<Record<string, string>> = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
}

/** Installs what is missing, and starts nothing of it. Throws where that cannot be done. */
export function installPackages(tell: (line: string) => void) {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ''))
  if (missing.length === 0) return
  const list = missing.join(' ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`This needs Debian 12 or its like, with: apt-get install ${list}`)
  }
  tell(`installing ${list}`)
  // Services are not started below runlevel 2, and Debian's own cluster of PostgreSQL is not needed.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${stderr.slice(-1_000)}`)
  }
}
