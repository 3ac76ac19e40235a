import type { Pool, PoolClient } from 'pg'
import type { ShownCart } from '#contract/cart/cart.ts'
import { prepared } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import { AppError } from '../../../errors/errors.ts'
import type { IdempotencyKey } from '../../../http/idempotency.ts'
import { holdShownCart, takeOutOfCart } from '../../cart/ordered-cart.ts'
import { insertOrder } from './insert-order.ts'
import type { Placed, PlacedFor } from './insert-order.ts'
import type { LineValues } from './order-values.ts'
import { refuseSameList } from './refuse-same-list.ts'
import type { KnownOrders } from './refuse-same-list.ts'

const claimKey = prepared<object, { userId: string; key: string; hash: string }>(
  'claim-key',
  (p) => sqlText`
    insert into idempotency_keys (user_id, key, request_hash)
    values (${p.userId}, ${p.key}, ${p.hash})
    on conflict (user_id, key) do nothing returning key`,
)

const storeAnswer = prepared<object, { userId: string; key: string; order: string }>(
  'answer-of-key',
  (p) => sqlText`
    update idempotency_keys set answer = jsonb_build_object('insertedId', ${p.order}::uuid)
    where user_id = ${p.userId} and key = ${p.key}`,
)

interface Asked extends PlacedFor {
  /** The cart that the lines leave. */
  cart: ShownCart | undefined
  /** Undefined if the buyer is not asked about earlier orders. */
  earlier: KnownOrders | undefined
  keyed: IdempotencyKey | undefined
}

/**
 * Places an order unless another device of the buyer has just placed it; the lines leave the cart in the same transaction.
 * Undefined if the order is refused, or if its key is known. Everything is locked in one order: the key, the cart, the
 * lists of the account, then what the placing statement locks (docs/decisions/0092).
 */
export async function placeUnlessOrdered(
  pool: Pool,
  values: LineValues,
  asked: Asked,
): Promise<Placed | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const placed = await placeOn(client, values, asked)
    await client.query(placed ? 'commit' : 'rollback')
    client.release()
    return placed
  } catch (error) {
    // A connection whose state is not known is closed.
    const isKnown = error instanceof AppError && (await isRolledBack(client))
    client.release(!isKnown)
    throw error
  }
}

const isRolledBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

async function placeOn(
  client: PoolClient,
  values: LineValues,
  { cart, earlier, keyed, ...placedFor }: Asked,
): Promise<Placed | undefined> {
  const { userId, products, quantities } = values
  if (keyed) {
    const claimed = await claimKey(client, { userId, ...keyed })
    if (claimed.length === 0) return undefined
  }
  if (cart) await holdShownCart(client, userId, cart)
  if (earlier) await refuseSameList(client, userId, earlier)
  const [placed] = await insertOrder(client, { ...values, ...noKey }, placedFor)
  if (!placed) return undefined
  const order = placed.insertedId
  if (cart) await takeOutOfCart(client, { userId, order, products, quantities })
  if (keyed) await storeAnswer(client, { userId, key: keyed.key, order })
  return placed
}

/** The key is stored before the cart is locked. */
const noKey = { key: null, hash: null }
