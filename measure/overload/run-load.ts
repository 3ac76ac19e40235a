import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Load, Outcome } from './load.ts'

/** Runs a load in a process of its own, so that this one does not delay it. */
export async function runLoad(load: Load): Promise<Outcome> {
  const child = fork('measure/overload/load.ts', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(load)
  const [outcome] = await once(child, 'message')
  return outcome as Outcome
}
