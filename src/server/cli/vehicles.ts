import { readFile } from 'node:fs/promises'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { addVehicles, changesText } from '../features/vehicles/add-vehicles.ts'
import { ListError, readList } from '../features/vehicles/read-list.ts'
import { shippedVehicles } from '../features/vehicles/seed.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const script = {
  usage: 'npm run vehicles -- update | import <file.csv>',
  about: `Adds makes, models and model years to the list of cars, and takes nothing away: those of this release, or
an own list with the columns Make, Model, Years (1999-2006 2010; empty: any) and Aliases (VW; Vau-Weh).
Prints the changes.`,
  takesWords: true,
}
const [verb, file, ...others] = readCommandLine(script).words
const isUpdate = verb === 'update' && file === undefined
const isImport = verb === 'import' && file !== undefined && others.length === 0
if (!isUpdate && !isImport) refuse(script)

await runCommand(async ({ url }) => {
  const list = file === undefined ? await shippedVehicles() : await readFileOf(file)
  const database = openDatabase(url)
  try {
    await migrate(database)
    const changes = await database.db
      .transaction()
      .execute((trx) => addVehicles(trx, list, file === undefined ? 'vpic' : 'import'))
    return changesText(changes)
  } finally {
    await database.close()
  }
})

async function readFileOf(path: string) {
  try {
    return readList(await readFile(path))
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    throw new Error(`${path} is not imported:\n${error.message}`, { cause: error })
  }
}
