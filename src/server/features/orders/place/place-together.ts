import pg from 'pg'
import type { Pool } from 'pg'
import { prepared } from '../../../db/index.ts'
import { isSoldIn, minimumOrder, packSize } from '../../products/order-rules.ts'
import { isInShare, selectRooms, tryLockReservations } from '../reservation-limits.ts'
import { addHeader, addKeys, addLines, insertOneLine } from './insert-order.ts'
import type { OneLineValues, Placed } from './insert-order.ts'
import { isAgreedTotal, publicPrices } from './line-prices.ts'

/** More orders in one statement save little. */
const batchMax = 32

/** So many orders share a statement if they wait: it takes the database as long as seven of its orders. */
const batchMin = 16

const batchesMax = 2

/** So many orders wait before a second statement starts beside another. */
const besideMin = 32

/** An order waits no longer for the locks of another one in its statement. */
const lockTimeoutMs = 100

type Column<Value> = readonly Value[]

type Values = [
  userIds: Column<string>,
  emails: Column<string>,
  products: Column<string>,
  quantities: Column<number>,
  totalCents: Column<number>,
  /** The numbers of each order as an array literal: arrays of arrays have no rows of their own. */
  limits: Column<string>,
  keys: Column<string | null>,
  hashes: Column<string | null>,
  shippingCents: Column<number>,
  references: Column<string | null>,
  vehicles: Column<string | null>,
  verdicts: Column<string | null>,
  orderedAs: Column<string | null>,
  lockTimeout: string,
]

const prices = publicPrices()
const goods = `(${prices.cents})::bigint * units`
const listGoods = 'price_cents::bigint * units'

/**
 * Places each order of one line that can be placed without waiting, and leaves out every other: the statement for one
 * order waits, or finds the reason. An account whose reservations are locked and a product that is locked are left out, so
 * this statement holds up no other. Of an account the first order is placed: its limits are counted before. Orders of
 * one product are placed while the stock covers all of them up to there. A known idempotency key is left out.
 */
const insertTogether = prepared<Placed & { place: number }, Values>(
  'place-orders-together',
  `with wanted as materialized (
     select distinct on (user_id) *
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::integer[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[]) with ordinality
       as wanted (user_id, email, product_id, units, total, limits, key, hash, shipping, reference, vehicle,
         verdict, ordered_as, place)
     where (select set_config('lock_timeout', $14, true)) is not null
     order by user_id, place
   ), unlocked as materialized (
     select * from wanted where ${tryLockReservations('user_id')}
   ), room as materialized (
     select unlocked.*, new_id() as id, room.*
     from (
       ${selectRooms('unlocked')}
     ) as room join unlocked on user_id = account
   ), locked as materialized (
     select id as product_id, quantity as in_stock, name, img, part_number, price_cents, breaks,
       minimum_order, pack_size
     from products where id = any ($3::uuid[]) and archived_at is null
     for no key update of products skip locked
   ), summed as (
     select room.*, in_stock, name, img, part_number, price_cents, minimum_order, pack_size,
       ${prices.cents} as unit_cents, ${prices.origin} as price_from,
       -- What the orders before leave.
       in_stock - sum(units) over (partition by product_id order by place) + units as quantity
     from room join locked using (product_id)
     where is_free and units <= in_stock and ${isSoldIn('units')}
       and ${isAgreedTotal(goods, listGoods, { total: 'total', shipping: 'shipping' })}
       and not exists (
         select from idempotency_keys as known
         where known.user_id = room.user_id and known.key = room.key)
   ), taken as materialized (
     select *, 1 as line, ${minimumOrder} as minimum, ${packSize} as pack
     from summed where quantity >= units
       and ${isInShare('units', { held: 'held_units[1]', percent: 'percent' })}
   ), sold as (
     update products set quantity = in_stock - units
     from (
       select product_id, in_stock, sum(units)::integer as units
       from taken group by product_id, in_stock
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
  return placed ? [placed] : insertOneLine(pool, values)
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

/** Half of the callers: while the database places the orders of one half, the node answers the other. */
const sizeOf = ({ waiting, answered }: Queue) =>
  Math.min(batchMax, Math.max(batchMin, Math.ceil((waiting.length + answered) / 2)))

/** The rows that a statement locks for an order: another one leaves out what needs the same. */
const locksOf = ({ values: [userId, , product] }: Waiting) => [userId, product]

async function placeBatch(pool: Pool, batch: readonly Waiting[]) {
  try {
    const rows = await insertTogether(pool, columnsOf(batch))
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

function columnsOf(batch: readonly Waiting[]): Values {
  const all = batch.map(({ values }) => values)
  return [
    all.map((values) => values[0]),
    all.map((values) => values[1]),
    all.map((values) => values[2]),
    all.map((values) => values[3]),
    all.map((values) => values[4]),
    all.map((values) => `{${values[5].join()}}`),
    all.map((values) => values[6]),
    all.map((values) => values[7]),
    all.map((values) => values[8]),
    all.map((values) => values[9]),
    all.map((values) => values[10]),
    all.map((values) => values[11]),
    all.map((values) => values[12]),
    `${lockTimeoutMs}ms`,
  ]
}
