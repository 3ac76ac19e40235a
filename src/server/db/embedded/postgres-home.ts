import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The folder of a cluster: `pg<major>` (the data), `log`, `password` and the start lock. */
export interface Home {
  folder: string
  /** The data folder; undefined until the cluster is created. */
  data: string | undefined
  /** The account that runs the server when the process is root, which PostgreSQL refuses. */
  account: Account | undefined
}

interface Account {
  uid: number
  gid: number
}

/** The folder itself, or the public folder that replaces it if the server's account cannot enter it. */
export function openHome(dir: string, log: (line: string) => void): Home {
  mkdirSync(dir, { recursive: true })
  const link = join(dir, 'moved-to')
  if (!isLink(link) && !findData(dir)) {
    const account = unprivilegedAccount()
    if (account && !canEnter(account, dir)) linkPublicFolder(link, dir, log)
  }
  const folder = isLink(link) ? readlinkSync(link) : realpathSync(dir)
  mkdirSync(folder, { recursive: true })
  const data = findData(folder)
  return { folder, data, account: data ? ownerOf(data) : unprivilegedAccount() }
}

/** A folder that every account can enter. */
export function publicFolder(): string {
  const place = '/var/lib/auto-parts'
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true })
    chmodSync(place, 0o755)
  }
  return place
}

/** The cluster's password, created before its data. Only its account and root can read it. */
export function readOrCreatePassword({ folder, data, account }: Home): string {
  const file = join(folder, 'password')
  if (!data && !existsSync(file)) {
    const draft = `${file}.new`
    writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600 })
    changeOwner(account, draft)
    renameSync(draft, file)
  }
  return readFileSync(file, 'utf8')
}

export function changeOwner(account: Account | undefined, path: string) {
  if (account) chownSync(path, account.uid, account.gid)
}

export const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

function linkPublicFolder(link: string, dir: string, log: (line: string) => void) {
  const folder = join(publicFolder(), randomUUID())
  try {
    symlinkSync(folder, link)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    throw error
  }
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  log(`PostgreSQL may not run as root, and no other account can enter ${dir}: its data is stored in
  ${folder}, and ${link} points there`)
}

function findData(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const majors = readdirSync(folder).flatMap((name) => /^pg(\d+)$/.exec(name)?.[1] ?? [])
  const newest = majors.map(Number).toSorted((a, b) => b - a)[0]
  return newest === undefined ? undefined : join(folder, `pg${newest}`)
}

/** Existing data is run by its owner, even if a new cluster would get another account. */
function ownerOf(data: string): Account | undefined {
  const { uid, gid } = statSync(data)
  if (isRoot()) return { uid, gid }
  if (process.getuid && process.getuid() !== uid) {
    throw new Error(
      `${data} belongs to another account (${uid}): start as that account, or as root`,
    )
  }
  return undefined
}

function unprivilegedAccount(): Account | undefined {
  if (!isRoot()) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'node', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no account postgres, node or nobody. ' +
      'Start the shop as an ordinary user, or set DATABASE_URL.',
  )
}

const isRoot = () => process.getuid?.() === 0

const isLink = (path: string) => {
  try {
    return readlinkSync(path) !== ''
  } catch {
    return false
  }
}

/** Tried out, since access lists and mount options may override the mode bits. */
const canEnter = (account: Account, dir: string) =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$0"', dir], { ...account, cwd: '/' }).status === 0
