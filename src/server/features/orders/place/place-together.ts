import pg from 'pg'
import type { Pool } from 'pg'
import { prepared } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import { isSoldIn, minimumOrder, packSize } from '../../products/order-rules.ts'
import { isInBound, selectTermsOfAll, tryLockReservations } from '../reservation-limits.ts'
import { isBeyondHalf } from '../../stock/uncovered.ts'
import { insertOfOne, isCovered } from './insert-order.ts'
import type { Placed } from './insert-order.ts'
import type { OneLineValues } from './order-values.ts'
import { addHeader, addKeys, addLines } from './placed-rows.ts'
import { isAgreedTotal, publicPrices } from './line-prices.ts'

/** More orders in one statement save little. */
const batchMax = 32

/** Smallest batch of waiting orders: a statement has a fixed cost of about seven orders (docs/decisions/0090). */
const batchMin = 16

const batchesMax = 2

/** A second statement starts beside the first once this many orders wait. */
const besideMin = 32

/** An order waits no longer for the locks of another one in its statement. */
const lockTimeout = '100ms'

/** {@link OneLineValues} of all orders, as one array for each of them. */
interface Columns {
  userIds: readonly string[]
  emails: readonly string[]
  products: readonly string[]
  quantities: readonly number[]
  totalCents: readonly number[]
  /** The numbers of each order as an array literal: arrays of arrays have no rows of their own. */
  limits: readonly string[]
  keys: readonly (string | null)[]
  hashes: readonly (string | null)[]
  shippingCents: readonly number[]
  references: readonly (string | null)[]
  vehicles: readonly (string | null)[]
  verdicts: readonly (string | null)[]
  orderedAs: readonly (string | null)[]
}

const prices = publicPrices()
const goods = `(${prices.cents})::bigint * units`
const listGoods = 'price_cents::bigint * units'

/**
 * Places each order of one line that can be reserved without waiting, and leaves out every other: the statement for one
 * order waits, places it without a reservation, or finds the reason. An account whose reservations are locked and a product that is locked are left out, so
 * this statement holds up no other. Of an account the first order is placed: its limits are counted before. Orders of
 * one product are placed while the stock covers all of them up to there. A known idempotency key is left out (docs/decisions/0069).
 */
const insertTogether = prepared<Placed & { place: number }, Columns & { lockTimeout: string }>(
  'place-orders-together',
  (p) => sqlText`
    with wanted as materialized (
      select distinct on (user_id) *
      from unnest(${p.userIds}::uuid[], ${p.emails}::text[], ${p.products}::uuid[],
          ${p.quantities}::integer[], ${p.totalCents}::bigint[], ${p.limits}::text[], ${p.keys}::text[],
          ${p.hashes}::text[], ${p.shippingCents}::bigint[], ${p.references}::text[],
          ${p.vehicles}::text[], ${p.verdicts}::text[], ${p.orderedAs}::text[])
        with ordinality as wanted (user_id, email, product_id,
          units, total, limits, key,
          hash, shipping, reference,
          vehicle, verdict, ordered_as, place)
      where (select set_config('lock_timeout', ${p.lockTimeout}, true)) is not null
      order by user_id, place
    ), unlocked as materialized (
      select * from wanted where ${tryLockReservations('user_id')}
    ), terms as materialized (
      select unlocked.*, new_id() as id, terms.*, not ${isCovered('total')} as is_uncovered
      from (
        ${selectTermsOfAll('unlocked')}
      ) as terms join unlocked on user_id = account
    ), locked as materialized (
      select id as product_id, quantity as in_stock, uncovered_units as uncovered_before, beyond_half_at,
        name, img, part_number, price_cents, breaks, minimum_order, pack_size
      from products where id = any (${p.products}::uuid[]) and archived_at is null
      for no key update of products skip locked
    ), summed as (
      select terms.*, in_stock, uncovered_before, beyond_half_at,
        name, img, part_number, price_cents, minimum_order, pack_size,
        ${prices.cents} as unit_cents,
        ${prices.origin} as price_from,
        -- What the orders before leave.
        in_stock - sum(units) over before + units as quantity,
        uncovered_before + coalesce(sum(units) filter (where is_uncovered) over before, 0)
          - case when is_uncovered then units else 0 end as uncovered_units
      from terms join locked using (product_id)
      where is_free and is_in_time and units <= in_stock
        and ${isSoldIn('units')}
        and ${isAgreedTotal(goods, listGoods, { total: 'total', shipping: 'shipping' })}
        and not exists (
          select from idempotency_keys as known
          where known.user_id = terms.user_id and known.key = terms.key)
      window before as (partition by product_id order by place)
    ), taken as materialized (
      select *, 1 as line, ${minimumOrder} as minimum, ${packSize} as pack
      from summed where quantity >= units
        and (not is_uncovered
          or ${isInBound('units')})
    ), sold as (
      update products set quantity = sums.in_stock - units,
        uncovered_units = uncovered_before + uncovered,
        beyond_half_at = case when is_beyond_half then now() else sums.beyond_half_at end
      from (
        select product_id, in_stock, uncovered_before, beyond_half_at, sum(units)::integer as units,
          coalesce(sum(units) filter (where is_uncovered), 0)::integer as uncovered,
          bool_or(is_uncovered and ${isBeyondHalf('units')}) as is_beyond_half
        from taken group by product_id, in_stock, uncovered_before, beyond_half_at
      ) as sums where id = product_id
    ), placed as (
      ${addHeader(
        {
          id: 'taken.id',
          name: 'taken.name',
          parts: 'part_number',
          lines: '1',
          units: 'units',
          goods: 'unit_cents::bigint * units',
          from: 'taken',
          isUncovered: 'is_uncovered',
        },
        { account: 'taken.user_id', email: 'email', shipping: 'shipping', reference: 'reference' },
      )}
    ), lined as (
      ${addLines({ order: 'id', product: 'product_id', from: 'taken' })}
    ), stored as (
      ${addKeys({ account: 'user_id', key: 'key', hash: 'hash', from: 'taken' })}
    )
    select place, id as "insertedId" from taken`,
)

interface Waiting {
  values: OneLineValues
  /** With nothing if the order must be placed alone. */
  resolve: (placed: Placed | undefined) => void
  reject: (error: unknown) => void
}

interface Queue {
  waiting: Waiting[]
  /** The batches that are being placed. */
  placing: Set<readonly Waiting[]>
  /** The number of orders of the last statement, whose callers may order again. */
  answered: number
  isScheduled: boolean
}

const queues = new WeakMap<Pool, Queue>()

/**
 * Places an order of one line that has an idempotency key; no row if it is refused. While a statement places orders, the next
 * ones wait for it and share the next statement, which takes the database a third of the time for each. Nothing waits when
 * the node is idle. The key lets an order be placed again after its statement has failed.
 */
export async function insertWithOthers(pool: Pool, values: OneLineValues): Promise<Placed[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Placed | undefined>()
  const queue = queueOf(pool)
  queue.waiting.push({ values, resolve, reject })
  if (!queue.isScheduled) {
    queue.isScheduled = true
    // Orders of the same turn of the event loop share a statement.
    setImmediate(() => startBatches(pool, queue))
  }
  const placed = await promise
  return placed ? [placed] : insertOfOne(pool, values)
}

function queueOf(pool: Pool): Queue {
  const known = queues.get(pool)
  if (known) return known
  const queue: Queue = { waiting: [], placing: new Set(), answered: 0, isScheduled: false }
  queues.set(pool, queue)
  return queue
}

function startBatches(pool: Pool, queue: Queue) {
  queue.isScheduled = false
  for (let batch = nextBatch(queue); batch; batch = nextBatch(queue)) {
    const placing = batch
    queue.placing.add(placing)
    void placeBatch(pool, placing).then(() => {
      queue.placing.delete(placing)
      queue.answered = placing.length
      startBatches(pool, queue)
    })
  }
}

/** Takes the orders of the next statement from the queue; undefined if they wait for another one. */
function nextBatch(queue: Queue): readonly Waiting[] | undefined {
  if (queue.placing.size === 0) {
    const batch = queue.waiting.splice(0, sizeOf(queue))
    if (batch.length > 1) return batch
    // A single order may wait for a lock, and the next batch does not wait for it.
    batch[0]?.resolve(undefined)
    return undefined
  }
  if (queue.placing.size === batchesMax || queue.waiting.length < besideMin) return undefined
  const locked = new Set([...queue.placing].flat().flatMap(locksOf))
  const isFree = (order: Waiting) => locksOf(order).every((lock) => !locked.has(lock))
  const batch = queue.waiting.filter(isFree).slice(0, sizeOf(queue))
  if (batch.length < batchMin) return undefined
  queue.waiting = queue.waiting.filter((order) => !batch.includes(order))
  return batch
}

/** Half of the callers: while the database places the orders of one half, the node answers the other (docs/decisions/0090). */
const sizeOf = ({ waiting, answered }: Queue) =>
  Math.min(batchMax, Math.max(batchMin, Math.ceil((waiting.length + answered) / 2)))

/** The rows that a statement locks for an order: another one leaves out what needs the same. */
const locksOf = ({ values: { userId, product } }: Waiting) => [userId, product]

async function placeBatch(pool: Pool, batch: readonly Waiting[]) {
  try {
    const rows = await insertTogether(pool, { ...columnsOf(batch), lockTimeout })
    const placed = new Map(rows.map(({ place, insertedId }) => [place, { insertedId }]))
    for (const [index, { resolve }] of batch.entries()) resolve(placed.get(index + 1))
  } catch (error) {
    // Nothing was placed if the database has refused the statement. After any other error that is unknown, and each buyer
    // repeats the request with its key.
    const isRefused = error instanceof pg.DatabaseError
    for (const { resolve, reject } of batch) {
      if (isRefused) resolve(undefined)
      else reject(error)
    }
  }
}

function columnsOf(batch: readonly Waiting[]): Columns {
  const all = batch.map(({ values }) => values)
  return {
    userIds: all.map(({ userId }) => userId),
    emails: all.map(({ email }) => email),
    products: all.map(({ product }) => product),
    quantities: all.map(({ quantity }) => quantity),
    totalCents: all.map(({ totalCents }) => totalCents),
    limits: all.map(({ limits }) => `{${limits.join()}}`),
    keys: all.map(({ key }) => key),
    hashes: all.map(({ hash }) => hash),
    shippingCents: all.map(({ shippingCents }) => shippingCents),
    references: all.map(({ reference }) => reference),
    vehicles: all.map(({ vehicle }) => vehicle),
    verdicts: all.map(({ verdict }) => verdict),
    orderedAs: all.map(({ orderedAs }) => orderedAs),
  }
}
