import { readFile } from 'node:fs/promises'
import { openDatabase } from '../db/index.ts'
import type { Db } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { addCodes } from '../features/vehicles/add-codes.ts'
import { addVehicles, changesText } from '../features/vehicles/add-vehicles.ts'
import { ListError } from '../features/vehicles/list-file.ts'
import { readCodes } from '../features/vehicles/read-codes.ts'
import { readList } from '../features/vehicles/read-list.ts'
import { shippedVehicles } from '../features/vehicles/seed.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run vehicles -- update | import <file.csv> | codes <file.csv>',
  about: `Adds makes, models and model years to the list of cars, and takes nothing away: those of this release, or
an own list with the columns Make, Model, Years (1999-2006 2010; empty: any) and Aliases (VW; Vau-Weh).
Or adds codes of cars, for files of fitments: Scheme (vcdb, ktype, kba, epid, own), Code, Make, Model, Years, Engine.
Prints the changes.`,
}
const [verb = '', file = '', ...others] = readCommandLine(command).words

const verbs: Readonly<Record<string, (trx: Db) => Promise<string>>> = {
  update: async (trx) => changesText(await addVehicles(trx, await shippedVehicles(), 'vpic')),
  import: async (trx) =>
    changesText(await addVehicles(trx, readList(await readFile(file)), 'import')),
  codes: async (trx) => `New codes: ${await addCodes(trx, readCodes(await readFile(file)))}`,
}
const run = verbs[verb]
if (!run || others.length > 0 || (verb === 'update') !== (file === '')) refuse(command)

await runCommand(async ({ url }) => {
  const database = openDatabase(url)
  try {
    await migrate(database)
    return await database.db.transaction().execute(run)
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    throw new Error(`${file} is not imported:\n${error.message}`, { cause: error })
  } finally {
    await database.close()
  }
})
