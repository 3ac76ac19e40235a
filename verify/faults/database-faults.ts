import { setTimeout as sleep } from 'node:timers/promises'
import { startUnreachableHost } from '../../src/server/testing/stand-ins/unreachable-host.ts'
import { databaseFault } from './scenario.ts'
import type { Outcome } from './scenario.ts'

/** Kills PostgreSQL. The nodes keep running, respond with 503 and reconnect by themselves. */
export const databaseKilled = (toleranceMs: number): Promise<Outcome> =>
  databaseFault({}, toleranceMs, ({ postgres }) => postgres.kill())

const unreachableMs = 6_000

/** Makes the database's host unreachable without closing a connection; later it has lost all of them. */
export async function hostUnreachable(toleranceMs: number): Promise<Outcome> {
  let host: Awaited<ReturnType<typeof startUnreachableHost>> | undefined
  const databaseProxy = async (url: string) => (host = await startUnreachableHost(url)).url
  try {
    return await databaseFault({ databaseProxy }, toleranceMs, async () => {
      host?.vanish()
      await sleep(unreachableMs)
      host?.comeBack()
    })
  } finally {
    await host?.close()
  }
}
