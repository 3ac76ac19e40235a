import { setTimeout as sleep } from 'node:timers/promises'
import { Id } from '#contract/shared/fields.ts'
import { openDatabase } from '../db/index.ts'
import type { Database } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import {
  countRows,
  findAtSignIn,
  findPerson,
  openForErasure,
} from '../features/privacy/account-rows.ts'
import type { Person } from '../features/privacy/account-rows.ts'
import { accountData } from '../features/privacy/download.ts'
import { commandLine } from '../features/audit/record.ts'
import { closeForErasure } from '../features/users/admins.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run privacy -- export|erase <email or id>',
  about: `Prints everything that the shop keeps about an account as JSON, or closes and erases the account. A running
shop finishes the erasure; it cannot be undone.`,
  flags: { 'dry-run': 'erase: only print what would be erased' },
}
const { flags, words } = readCommandLine(command)
const [verb = '', who = '', ...others] = words
const by = who.includes('@') ? 'email' : 'id'
const isNamed = by === 'email' || Id.safeParse(who).success
if (!['export', 'erase'].includes(verb) || !isNamed || others.length > 0) refuse(command)

const finishedWithinSeconds = 20

await runCommand(async ({ url }) => {
  const database = openDatabase(url, { max: 2 })
  try {
    await migrate(database)
    const person = await personOf(database)
    if (verb === 'export') return await textOf(database, person)
    return flags.has('dry-run') ? await whatGoes(database, person) : await erase(database, person)
  } finally {
    await database.close()
  }
})

async function personOf({ db }: Database) {
  const name = who.toLowerCase()
  const person =
    (await findPerson(db, by, name)) ?? (by === 'email' ? await findAtSignIn(db, name) : undefined)
  if (!person) throw new Error(`No account is ${who}, or it has already been erased`)
  return person
}

/** Written batch by batch, since an account may have many orders. */
async function textOf({ pool }: Database, person: Person): Promise<string> {
  for await (const part of accountData(pool, person)) process.stdout.write(part)
  return ''
}

async function whatGoes({ db }: Database, person: Person): Promise<string> {
  const lines = await countRows(db, person)
  return [
    'Nothing was changed. An erasure would find:',
    ...lines.map(({ table, count, whenErased }) => `  ${table}: ${count} (${whenErased})`),
    'Unpaid orders would be cancelled.',
  ].join('\n')
}

async function erase({ db }: Database, person: Person): Promise<string> {
  const id = person.id ?? (await openForErasure(db, person))
  await closeForErasure(db, commandLine, id)
  for (let waited = 0; waited < finishedWithinSeconds; waited += 1) {
    if (!(await findPerson(db, 'id', id))) return `The account ${id} is erased.`
    await sleep(1000)
  }
  return `The account ${id} is closed. The shop erases it in the background; start the shop if it is not running.`
}
