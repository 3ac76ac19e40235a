import type { Kill } from './plan.ts'
import type { Postgres } from '../../rig/postgres.ts'
import type { Rig } from '../../rig/rig.ts'

type Until = (atMs: number) => Promise<void>

/** Kills nodes at the planned times; the card provider sends its events to another node. */
export async function killNodes(rig: Rig, kills: readonly Kill[], until: Until) {
  for (const kill of kills) {
    await until(kill.atMs)
    rig.sendEventsTo(1 - kill.victim)
    await rig.nodes.killOne(kill)
  }
}

export async function killPostgres(postgres: Postgres, kills: readonly number[], until: Until) {
  for (const atMs of kills) {
    await until(atMs)
    await postgres.kill()
  }
}
