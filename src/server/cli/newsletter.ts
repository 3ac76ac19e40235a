import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { exportRow } from '../features/newsletter/export-row.ts'
import { listSubscribers } from '../features/newsletter/queries.ts'
import { publicOrigin } from '../config/setting-schemas.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run newsletter -- export',
  about:
    'Prints the subscribers as CSV, each with the unsubscribe link that every mail must contain.',
}
const [verb, ...others] = readCommandLine(command).words
if (verb !== 'export' || others.length > 0) refuse(command)

/** The origin of the links; localhost only for a shop without DATABASE_URL outside of production. */
function originOf({ PUBLIC_URL, DATABASE_URL, NODE_ENV }: NodeJS.ProcessEnv): string {
  const isTrial = !DATABASE_URL && NODE_ENV !== 'production'
  const origin = publicOrigin.safeParse(PUBLIC_URL || (isTrial ? 'http://localhost:3000' : ''))
  if (origin.success) return origin.data
  throw new Error(
    'PUBLIC_URL must be the address of the shop, such as https://parts.example: the unsubscribe links begin with it',
  )
}

await runCommand(async ({ url }) => {
  const origin = originOf(process.env)
  const database = openDatabase(url)
  try {
    await migrate(database)
    const subscribers = await listSubscribers(database.db)
    return ['email,unsubscribe', ...subscribers.map(exportRow(origin))].join('\n')
  } finally {
    await database.close()
  }
})
