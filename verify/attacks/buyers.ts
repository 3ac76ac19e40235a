import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Person } from '../../rig/buyers.ts'

export interface Shop {
  port: number
  buyers: readonly Person[]
  /** Bodies of orders. */
  orders: readonly string[]
}

export interface Purchases {
  /** Ids of acknowledged orders. */
  placed: string[]
  failed: string[]
  latencies: number[]
}

const everyMs = 50
const timeoutMs = 10_000

/** One order for each of the products, except those that few units are left of. */
export async function ordersOf(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; name: string; price: number }>(
    'select id, name, price_cents as price from products order by quantity desc, id limit $1',
    [count],
  )
  return rows.map(({ id: product, name, price }) =>
    JSON.stringify({ product, name, quantity: 10, price: price / 10 }),
  )
}

let newcomers = 0

/** Orders over a connection of its own, from one of 200 addresses. */
async function order({ port, buyers, orders }: Shop, purchases: Purchases) {
  const n = (newcomers += 1)
  const started = performance.now()
  try {
    const asked = request({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.1.${1 + (n % 200)}`,
      agent: false,
      method: 'POST',
      path: '/api/order',
      timeout: timeoutMs,
      headers: {
        authorization: `Bearer ${buyers[n % buyers.length]?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
    }).on('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.end(orders[n % orders.length])
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const body = await text(answer)
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${body.slice(0, 200)}`)
    purchases.placed.push((JSON.parse(body) as { insertedId: string }).insertedId)
    purchases.latencies.push(performance.now() - started)
  } catch (error) {
    purchases.failed.push(String(error))
  }
}

/** Twenty newcomers a second order, whether or not the earlier ones are served. */
export async function buyFor(seconds: number, shop: Shop): Promise<Purchases> {
  const purchases: Purchases = { placed: [], failed: [], latencies: [] }
  const bought: Promise<void>[] = []
  for (let time = 0; time < seconds * 1000; time += everyMs) {
    bought.push(order(shop, purchases))
    await sleep(everyMs)
  }
  await Promise.all(bought)
  return purchases
}
