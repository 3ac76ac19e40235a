import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { freePorts } from '../../scripts/ports.ts'
import { startChild } from '../../scripts/processes.ts'
import { loadConfig } from '../../src/server/config/config.ts'
import { ensurePostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { createAccessTokens } from '../../src/server/services/identity/access-tokens.ts'

const accounts = 200
const parts = 50

/** One node of the shop with its own database, many customers and more than they can buy. */
export async function openStage(settings: Readonly<Record<string, string>> = {}) {
  await buildWhenNeeded(() => {})
  const dataDir = mkdtempSync(join(tmpdir(), 'auto-parts-overload-'))
  // PostgreSQL runs under another account when this runs as root.
  chmodSync(dataDir, 0o755)
  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const config = await loadConfig(env)
  const postgres = await ensurePostgres({ dir: join(dataDir, 'postgres') })
  const node = startChild('src/server/main.ts', { env: { ...env, DATABASE_URL: postgres.url } })
  const sandbox = startChild('sandbox/main.ts', { env })
  const database = openDatabase(postgres.url, { max: 2 })
  const close = async () => {
    await database.close()
    await node.stop()
    await sandbox.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const failure = node.ended.then((end) => {
      throw new Error(`The shop ended ${end}`)
    })
    await Promise.race([Promise.all([node.ready, sandbox.ready]), failure])
    const orders = await makeOrders(database, await createAccessTokens(config))
    return { url, pid: node.pid, pool: database.pool, config, orders, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One order for each customer to place over and over. */
async function makeOrders(
  { pool }: ReturnType<typeof openDatabase>,
  tokens: Awaited<ReturnType<typeof createAccessTokens>>,
) {
  const stocked = await pool.query<{ id: string; name: string }>(
    `with added as (
       insert into products (name, email, price_cents, quantity, description, img)
       select 'Part ' || n, 'admin@shop.example', 100, 1000000, 'A part to order', '/parts/battery.svg'
       from generate_series(1, $1::int) n returning id, name, quantity
     ), moved as (
       insert into stock_movements (product_id, delta, reason) select id, quantity, 'received' from added
     )
     select id, name from added`,
    [parts],
  )
  const { rows: buyers } = await pool.query<{ uid: string; email: string }>(
    `insert into users (uid, issuer, email, email_verified)
     select 'buyer-' || n, 'https://identity.example', 'buyer-' || n || '@shop.example', true
     from generate_series(1, $1::int) n returning uid, email`,
    [accounts],
  )
  const signedInAt = new Date()
  return Promise.all(
    buyers.map(async ({ uid, email }, index) => {
      const { id, name } = stocked.rows[index % parts] ?? { id: '', name: '' }
      return {
        method: 'POST' as const,
        path: '/api/order',
        token: await tokens.issue({ uid, signedInAt }, { email, name: uid, verified: true }),
        body: JSON.stringify({ product: id, name, quantity: 10, price: 10 }),
      }
    }),
  )
}
