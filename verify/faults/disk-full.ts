import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRig } from '../../rig/rig.ts'
import { brokenPromises, startLoad, steadyShop } from './load.ts'
import { recoveryMsMax } from './scenario.ts'
import type { Outcome } from './scenario.ts'

const diskMb = 300

/** There everybody may become root without a password, so that nothing excuses to leave this out. */
const isOnGitHub = process.env['GITHUB_ACTIONS'] === 'true' && process.platform === 'linux'

/** The disk of the database fills up under load, and is given room again five seconds later. */
export async function diskFull(stallMs: number): Promise<Outcome | string> {
  const disk = mountDisk()
  if (!disk) return 'not tried, since only root may mount a small disk'
  try {
    return await fillUnderLoad(disk, stallMs)
  } finally {
    // The server's last process may still be on its way out.
    asRoot('umount', ['--lazy', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

async function fillUnderLoad(disk: string, stallMs: number): Promise<Outcome> {
  const size = { ...steadyShop(), postgresFolder: join(disk, 'postgres') }
  const rig = await startRig(size)
  try {
    const { pool } = rig.postgres.database
    const load = await startLoad({ ...rig.nodes, buyers: rig.people.buyers, pool })
    await sleep(1_000)
    const filling = join(disk, 'filling')
    await fill(filling)
    const whileFull = load.tally.placed.length
    await sleep(5_000)
    const soldWhileFull = load.tally.placed.length - whileFull
    await rm(filling)
    const recoveryMs = Math.round(await load.untilNextOrder())
    await sleep(1_000)
    const { placed, unavailable, failed } = await load.end()
    const broken = await brokenPromises(pool, placed)
    if (unavailable === 0) broken.push('the disk was never full')
    if (failed.length > 0) broken.push(`${failed.length} requests failed: ${failed[0]}`)
    if (recoveryMs > recoveryMsMax + stallMs)
      broken.push(`orders were taken again after ${recoveryMs} ms`)
    return {
      figures: {
        orders: placed.length,
        'while full': soldWhileFull,
        'answered 503': unavailable,
        'back after ms': recoveryMs,
      },
      broken,
    }
  } finally {
    await rig.close()
  }
}

function mountDisk(): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'auto-parts-disk-'))
  const own = `uid=${process.getuid?.()},gid=${process.getgid?.()},mode=755`
  const options = ['-t', 'tmpfs', '-o', `size=${diskMb}m,${own}`]
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

/** Takes all the room there is. */
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
