import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { unsubscribeAddress } from '../features/newsletter/letters.ts'
import { listSubscribers } from '../features/newsletter/queries.ts'
import { runCommand } from './command.ts'

const usage = 'usage: npm run newsletter -- export'

// Addresses hold neither commas nor quotes; nor do our tokens.
const toRow =
  (origin: string) =>
  ({ email, unsubscribeToken }: { email: string; unsubscribeToken: string }) =>
    `${email},${unsubscribeAddress(origin, unsubscribeToken)}`

/** Writes out, as CSV, who gets the newsletter, with the address that each mail must carry to end it. */
await runCommand(async ({ url }, [verb]) => {
  if (verb !== 'export') throw new Error(usage)
  const origin = (process.env['PUBLIC_URL'] ?? 'http://localhost:3000').replace(/\/+$/, '')
  const database = openDatabase(url)
  try {
    await migrate(database)
    const subscribers = await listSubscribers(database.db)
    return ['email,unsubscribe', ...subscribers.map(toRow(origin))].join('\n')
  } finally {
    await database.close()
  }
})
