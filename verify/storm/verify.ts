import { checkInvariants } from '../../src/server/invariants/check.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { checkPayments } from '../../src/server/invariants/payments-at-provider.ts'
import type { Config } from '../../src/server/config/config.ts'
import type { Database } from '../../src/server/db/index.ts'
import { createCards } from '../../src/server/services/cards/cards.ts'
import { checkBooks, readBooks } from './books.ts'
import type { Journal } from './journal.ts'
import { findDeadlocks, scanLogs } from './logs.ts'
import { checkComplaints, checkJournal } from './memory.ts'
import { checkSentBack } from './sent-back.ts'

interface Left {
  postgres: { database: Database; logs?(): string[] }
  sandbox: { url: string }
  nodes: { logs: readonly string[] }
  config: Config
}

/** Every promise of the shop, held against what is left after the storm. */
export async function verify(
  { postgres, sandbox, nodes, config }: Left,
  journal: Journal,
): Promise<Violation[]> {
  const { pool } = postgres.database
  const logs = postgres.logs?.() ?? []
  return [
    ...(await checkInvariants(pool)),
    ...(await checkPayments({ pool }, createCards(config))),
    ...checkBooks(await readBooks(sandbox.url)),
    ...(await checkSentBack(pool)),
    ...(await checkJournal(pool, journal)),
    ...checkComplaints(journal),
    ...scanLogs([...nodes.logs, ...logs]),
    ...findDeadlocks(logs),
  ]
}
