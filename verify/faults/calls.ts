import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

const quantity = 10

/** An order of ten of the product with the largest stock, or the one behind it. */
export async function orderOfTen(pool: Pool, nth = 0) {
  const { rows } = await pool.query<{ id: string; name: string; price: number }>(
    `select id, name, price_cents as price from products
     order by quantity desc, id limit 1 offset $1`,
    [nth],
  )
  const [part] = rows
  if (!part) throw new Error('There is nothing to order')
  const { id: product, name, price } = part
  return { product, name, quantity, price: (price * quantity) / 100 }
}

/** Sends once. Rejects when no whole answer came. */
export async function post<Body>(origin: string, path: string, token: string, body: object) {
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Body & { code?: string } }
}
