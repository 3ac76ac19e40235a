import { join, resolve } from 'node:path'
import { ensurePostgres } from '../db/embedded-postgres.ts'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { setRole } from '../features/accounts/queries.ts'

const usage = 'usage: npm run admin -- grant|revoke <email>'

const roles: Readonly<Record<string, 'admin' | 'customer'>> = { grant: 'admin', revoke: 'customer' }

/** Makes an account an admin, or a customer again, beside a running shop or without one. */
async function run([verb = '', email = '']: string[]): Promise<string> {
  const role = roles[verb]
  if (!role || !email.includes('@')) throw new Error(usage)
  const dataDir = resolve(process.env['DATA_DIR'] ?? './data')
  const postgres = process.env['DATABASE_URL']
    ? undefined
    : await ensurePostgres({ dir: join(dataDir, 'postgres') })
  const { db, close } = openDatabase(process.env['DATABASE_URL'] ?? postgres?.url ?? '')
  try {
    await migrate(db)
    if (!(await setRole(db, email, role))) {
      throw new Error(`Nobody has signed in as ${email} yet: log in once, then run this again`)
    }
  } finally {
    await close()
    await postgres?.stop()
  }
  return role === 'admin'
    ? `${email} is an admin from now on (once the e-mail address is verified)`
    : `${email} is a customer from now on`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
