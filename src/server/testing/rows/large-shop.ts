import type { PoolClient } from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../db/index.ts'
import { learnTradeWords } from '../../features/search/learn-trade-words.ts'
import { databaseUrl, generousTimeouts, templateDatabase } from '../global-setup.ts'
import { openShop } from '../shop.ts'
import { seedNumbers } from './many-numbers.ts'
import { seed } from './many-rows.ts'

/** Products, accounts and orders of a large shop. */
export const largeSize = 20_000

const largeTemplate = 'large_shop_template'

/** A shop with many rows. The first test file that needs one inserts them, the others copy its database. */
export async function openLargeShop(settings: Record<string, string> = {}) {
  const server = openDatabase(inject('postgresUrl'), { timeouts: generousTimeouts })
  await server.withoutTimeouts(async ({ pool }) => {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtext($1))', [largeTemplate])
      const found = await client.query('select from pg_database where datname = $1', [
        largeTemplate,
      ])
      if (found.rowCount === 0) await createTemplate(client)
    } finally {
      client.release(true)
    }
  })
  await server.close()
  return openShop(settings, false, largeTemplate)
}

/** Creates the database under another name first, so that a template is always complete. */
async function createTemplate(client: PoolClient) {
  const draft = `${largeTemplate}_draft`
  await client.query(`drop database if exists ${draft}`)
  await client.query(`create database ${draft} template ${templateDatabase}`)
  const { pool, db, close } = openDatabase(databaseUrl(inject('postgresUrl'), draft), {
    timeouts: generousTimeouts,
  })
  try {
    await learnTradeWords(db)
    await seed(pool, largeSize)
    await seedNumbers(pool)
  } finally {
    await close()
  }
  await client.query(`alter database ${draft} rename to ${largeTemplate}`)
}
