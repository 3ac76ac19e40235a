import { checkInvariants } from '../../src/server/invariants/check.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { checkPayments } from '../../src/server/invariants/payments-at-provider.ts'
import type { Config } from '../../src/server/config/config.ts'
import type { Database } from '../../src/server/db/index.ts'
import { createCards } from '../../src/server/services/cards/cards.ts'
import { checkCarts } from './carts.ts'
import { checkProviderLedger, readProviderLedger } from './provider-ledger.ts'
import type { Journal } from './journal.ts'
import { findDeadlocks, scanLogs } from './logs.ts'
import { checkFindings, checkJournal } from './check-journal.ts'
import { checkAutomaticRefunds } from './automatic-refunds.ts'

interface State {
  postgres: { database: Database; logs?(): string[] }
  sandbox: { url: string }
  nodes: { logs: readonly string[] }
  config: Config
}

/** Checks every promise of the shop after the faults. */
export async function verify(
  { postgres, sandbox, nodes, config }: State,
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
    ...(await checkCarts(pool, journal)),
    ...checkFindings(journal),
    ...scanLogs([...nodes.logs, ...logs]),
    ...findDeadlocks(logs),
  ]
}
