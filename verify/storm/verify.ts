import { checkInvariants } from '../../src/server/invariants/check.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { checkPayments } from '../../src/server/invariants/payments-at-provider.ts'
import type { Config } from '../../src/server/config/config.ts'
import type { Database } from '../../src/server/db/index.ts'
import { createCards } from '../../src/server/services/cards/cards.ts'
import { checkProviderLedger, readProviderLedger } from './provider-ledger.ts'
import type { Journal } from './journal.ts'
import { findDeadlocks, scanLogs } from './logs.ts'
import { checkComplaints, checkJournal } from './check-journal.ts'
import { checkAutomaticRefunds } from './automatic-refunds.ts'

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
    ...checkProviderLedger(await readProviderLedger(sandbox.url)),
    ...(await checkAutomaticRefunds(pool)),
    ...(await checkJournal(pool, journal)),
    ...checkComplaints(journal),
    ...scanLogs([...nodes.logs, ...logs]),
    ...findDeadlocks(logs),
  ]
}
