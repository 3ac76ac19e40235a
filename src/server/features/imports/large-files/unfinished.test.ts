import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import type { ImportKind } from '#contract/imports/imports.ts'
import { openShop } from '../../../testing/shop.ts'
import { importerOf } from '../../../testing/steps/importer.ts'
import { removeUnfinished } from './unfinished.ts'

const shop = await openShop()
afterAll(() => shop.close())
const { database } = shop
const anna = await shop.signIn({ isAdmin: true })
const query = async (statement: string) => (await database.pool.query(statement)).rows
const [account] = await query(`select id from users where email = '${anna.email}'`)

const server = join(import.meta.dirname, '../../..')
const tableOf = {
  products: 'product_imports',
  numbers: 'number_imports',
  fitments: 'fitment_imports',
} as const
const statesOf = (kind: ImportKind) => query(`select state from ${tableOf[kind]}`)
const kinds = Object.keys(tableOf) as ImportKind[]

const begun = 'Part number,Make,Model\\nA-1,Volkswagen,Golf\\n'
const headings = {
  products: 'Part number,Name,Price\\nA-1,Disc,\\n',
  numbers: 'Part number,Kind,Number\\nA-1,oem,1\\n',
  fitments: begun,
}

/** @shows row-198 */
test.each(kinds)(
  'an import of %s whose node was killed while it read the file is removed',
  async (kind) => {
    const code = `
    import { openDatabase } from ${JSON.stringify(join(server, 'db/index.ts'))}
    import { importerOf } from ${JSON.stringify(join(server, 'testing/steps/importer.ts'))}
    const database = openDatabase(${JSON.stringify(database.pool.options.connectionString)})
    async function* endless() {
      yield Buffer.from('${headings[kind]}')
      await new Promise(() => setInterval(() => {}, 1000))
    }
    await importerOf('${kind}', database, '${account.id}').check(endless())`
    const node = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
      stdio: 'inherit',
    })
    await expect.poll(() => statesOf(kind)).toEqual([{ state: 'reading' }])
    node.kill('SIGKILL')
    await once(node, 'exit')
    await removeUnfinished(database)
    expect(await statesOf(kind)).toEqual([{ state: 'reading' }])
    await query(`update ${tableOf[kind]} set changed_at = now() - interval '11 minutes'`)
    await removeUnfinished(database)
    expect(await statesOf(kind)).toEqual([])
  },
)

test.each(kinds)('a file of %s that is refused leaves no import', async (kind) => {
  const { check } = importerOf(kind, database, account.id)
  await expect(check(Readable.from([Buffer.from('Colour\nred\n')]))).rejects.toThrow('no column')
  expect(await statesOf(kind)).toEqual([])
})
