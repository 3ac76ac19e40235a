import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian packages, with a program of each. */
const programs: Readonly<Record<string, string>> = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
}

/** Installs missing packages without starting their services. Throws if it cannot. */
export function installPackages(log: (line: string) => void) {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ''))
  if (missing.length === 0) return
  const list = missing.join(' ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const files = missing.map((name) => programs[name]).join(', ')
    throw new Error(
      `${files} missing: run this test as root on Debian 12, or install beforehand: apt-get install ${list}`,
    )
  }
  log(`installing ${list}`)
  // Below runlevel 2 Debian starts no services and creates no PostgreSQL cluster of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${stderr.slice(-1_000)}`)
  }
}
