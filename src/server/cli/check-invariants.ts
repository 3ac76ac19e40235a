import { loadConfig } from '../config/config.ts'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { checkInvariants, invariants } from '../invariants/check.ts'
import type { Violation } from '../invariants/invariant.ts'
import {
  checkPayments,
  providerPromises,
  settledWithinMinutes,
} from '../invariants/payments-at-provider.ts'
import { recordFindings } from '../invariants/watch.ts'
import { createCards } from '../services/cards/cards.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run check:invariants [-- --provider]',
  about: 'Checks stock, money and rights in every row of a shop, which may be running.',
  flags: { provider: "also check the card provider's last 48 hours" },
}
const { words, flags } = readCommandLine(command)
if (words.length > 0) refuse(command)

await runCommand(async ({ url }) => {
  const database = openDatabase(url, { max: 2 })
  try {
    await migrate(database)
    const sweepSeconds = Number(process.env['JOB_INTERVAL_SECONDS']) || undefined
    const found = await database.withoutTimeouts(({ pool }) =>
      checkInvariants(pool, { sweepSeconds }),
    )
    await recordFindings(database.pool, found)
    const lines = invariants.map((each) => line(each, found))
    if (flags.has('provider')) {
      const cards = createCards(await loadConfig(process.env))
      const differing = await checkPayments(database, cards, { graceMinutes: settledWithinMinutes })
      await recordFindings(database.pool, differing, 'provider')
      lines.push(...providerPromises.map((each) => line(each, differing)))
      found.push(...differing)
    }
    const report = lines.join('\n')
    if (found.length === 0) return `${report}\n\nAll ${lines.length} promises hold.`
    throw new Error(`${report}\n\n${found.length} of ${lines.length} promises are broken.`)
  } finally {
    await database.close()
  }
})

function line({ id, promise }: { id: string; promise: string }, found: Violation[]): string {
  const violation = found.find((each) => each.promise === promise)
  if (!violation) return `ok       ${id.padEnd(4)} ${promise}`
  const { count, examples } = violation
  const more = count > examples.length ? ', …' : ''
  return `BROKEN   ${id.padEnd(4)} ${promise}\n              ${count} ${count === 1 ? 'row' : 'rows'}: ${examples.join(', ')}${more}`
}
