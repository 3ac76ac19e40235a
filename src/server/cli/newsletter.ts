import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { unsubscribeAddress } from '../features/newsletter/mail-templates.ts'
import { listSubscribers } from '../features/newsletter/queries.ts'
import { publicOrigin } from '../config/setting-schemas.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const script = {
  usage: 'npm run newsletter -- export',
  about:
    'Prints the subscribers as CSV, each with the unsubscribe link that every mail must contain.',
  takesWords: true,
}
const [verb, ...others] = readCommandLine(script).words
if (verb !== 'export' || others.length > 0) refuse(script)

// Neither addresses nor tokens contain commas or quotes.
const toRow =
  (origin: string) =>
  ({ email, unsubscribeToken }: { email: string; unsubscribeToken: string }) =>
    `${email},${unsubscribeAddress(origin, unsubscribeToken)}`

/** The origin of the links; localhost only for a shop without DATABASE_URL outside of production. */
function originOf({ PUBLIC_URL, DATABASE_URL, NODE_ENV }: NodeJS.ProcessEnv): string {
  const isTrial = !DATABASE_URL && NODE_ENV !== 'production'
  const origin = publicOrigin.safeParse(PUBLIC_URL || (isTrial ? 'http://localhost:3000' : ''))
  if (origin.success) return origin.data
  throw new Error(
    'PUBLIC_URL must be the address of the shop, as https://parts.example: the unsubscribe links begin with it',
  )
}

await runCommand(async ({ url }) => {
  const origin = originOf(process.env)
  const database = openDatabase(url)
  try {
    await migrate(database)
    const subscribers = await listSubscribers(database.db)
    return ['email,unsubscribe', ...subscribers.map(toRow(origin))].join('\n')
  } finally {
    await database.close()
  }
})
