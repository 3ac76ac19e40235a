import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { setRole } from '../features/users/admins.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run admin -- grant|revoke <email>',
  about: 'Makes an account an admin, or a customer again.',
}
const [verb = '', email = '', ...others] = readCommandLine(command).words

const roles: Readonly<Record<string, 'admin' | 'customer'>> = { grant: 'admin', revoke: 'customer' }

const role = roles[verb]
if (!role || !email.includes('@') || others.length > 0) refuse(command)

await runCommand(async ({ url }) => {
  const database = openDatabase(url)
  try {
    await migrate(database)
    if (!(await setRole(database.db, email, role))) {
      throw new Error(`No account has the address ${email}: log in once, then run this again`)
    }
  } finally {
    await database.close()
  }
  return role === 'admin'
    ? `${email} is now an admin (once the email address is verified)`
    : `${email} is now a customer`
})
