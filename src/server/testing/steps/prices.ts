import { randomUUID } from 'node:crypto'
import { toPairs } from '#contract/prices/ladder.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import type { TestShop, TestUser } from '../shop.ts'

interface NewList {
  name?: string
  percentOff?: number
  minOrder?: number
}

/** Ladders and price lists by SQL, in dollars. */
export const priceSteps = ({ database: { pool } }: TestShop) => ({
  setLadder: (product: { id: string }, rungs: readonly Rung[]) =>
    pool.query('update products set breaks = $2 where id = $1', [
      product.id,
      rungs.length > 0 ? toPairs(rungs) : null,
    ]),

  async addList({ name = `List ${randomUUID()}`, percentOff = 0, minOrder = 0 }: NewList = {}) {
    const { rows } = await pool.query<{ id: string }>(
      'insert into price_lists (name, percent_off, min_order_cents) values ($1, $2, $3) returning id',
      [name, percentOff, Math.round(minOrder * 100)],
    )
    return { id: rows[0]!.id, name }
  },

  setOwn: (list: { id: string }, product: { id: string }, rungs: readonly Rung[]) =>
    pool.query(
      `with former as (delete from list_prices where price_list = $1 and product_id = $2)
       insert into list_prices select $1, $2, * from unnest($3::integer[], $4::integer[])`,
      [
        list.id,
        product.id,
        rungs.map(({ from }) => from),
        rungs.map(({ price }) => Math.round(price * 100)),
      ],
    ),

  putOn: (list: { id: string } | null, { uid }: TestUser) =>
    pool.query('update users set price_list = $2 where uid = $1', [uid, list?.id ?? null]),
})
