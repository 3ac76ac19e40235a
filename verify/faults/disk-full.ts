import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseFault } from './scenario.ts'
import type { Outcome } from './scenario.ts'

const diskMb = 300

/** GitHub's runners have passwordless sudo, so there the scenario is never skipped. */
const isOnGitHub = process.env['GITHUB_ACTIONS'] === 'true' && process.platform === 'linux'

/** Fills the disk of the database, and frees it five seconds later. */
export async function diskFull(toleranceMs: number): Promise<Outcome | string> {
  const disk = mountDisk()
  if (!disk) return 'skipped: mounting a small disk requires root'
  const filler = join(disk, 'filler')
  try {
    const options = { postgresFolder: join(disk, 'postgres') }
    const outcome = await databaseFault(options, toleranceMs, async ({ nodes }, { tally }) => {
      await fill(filler)
      const before = tally.placed.length
      await sleep(5_000)
      const whileFull = tally.placed.length - before
      const health = await statusOf(`${nodes.origins[0]}/api/health`)
      await rm(filler)
      return { 'while full': whileFull, 'health while full': health }
    })
    const { figures, violations } = outcome
    const health = figures['health while full']
    return {
      figures,
      violations: [
        ...violations,
        ...(figures['responses 503'] === 0 ? ['the disk was never full'] : []),
        ...(health === 503 ? [] : [`/api/health responded ${health} on a full disk`]),
      ],
    }
  } finally {
    // Lazy, because the last process of the server may still be ending.
    asRoot('umount', ['--lazy', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

function mountDisk(): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'auto-parts-disk-'))
  const owner = `uid=${process.getuid?.()},gid=${process.getgid?.()},mode=755`
  const options = ['-t', 'tmpfs', '-o', `size=${diskMb}m,${owner}`]
  const { status, stderr } = asRoot('mount', [...options, 'tmpfs', disk])
  if (status === 0) return disk
  rmdirSync(disk)
  if (isOnGitHub) throw new Error(`A small disk could not be mounted: ${stderr}`)
  return undefined
}

const asRoot = (command: string, args: string[]) =>
  isOnGitHub
    ? spawnSync('sudo', ['--non-interactive', command, ...args], { encoding: 'utf8' })
    : spawnSync(command, args, { encoding: 'utf8' })

/** Writes a file until no space is left. */
async function fill(path: string) {
  const file = await open(path, 'w')
  try {
    for (let size = 1024 * 1024; size >= 4096;) {
      const { bytesWritten } = await file
        .write(Buffer.alloc(size))
        .catch(() => ({ bytesWritten: 0 }))
      if (bytesWritten < size) size /= 2
    }
  } finally {
    await file.close()
  }
}
