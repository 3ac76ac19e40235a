import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { clockIn } from '#contract/formats/clock.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { documentSums } from '#contract/invoices/document-sums.ts'
import type { StoredTax } from '../../db/column-types.ts'
import type { Schema } from '../../db/schema.ts'
import { inBatches } from '../../jobs/in-batches.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { isOutboxFull, queueMails } from '../../services/mail/outbox.ts'
import type { Shop } from '../../shop.ts'
import { askForAddresses, findWithoutAddress } from './address-mail.ts'
import { endPauses, isPaused, startPauses } from './mail-pauses.ts'
import { mailKinds, orderMail, wasReserved } from './mail-templates.ts'
import type { OrderNotice, RefundedPart } from './mail-templates.ts'
import { findNoteContents } from '../invoices/note-contents.ts'
import { invoiceTax } from '../orders/find-invoice.ts'
import { findOneOrder } from '../orders/queries.ts'
import { toOrderTax } from '../taxes/stored-tax.ts'
import { mailedLines } from './ordered-facts.ts'

interface PendingMail extends OrderNotice {
  reference: string
  userId: string
  email: string
  userName: string
  isVerified: boolean
  isClosed: boolean
  isDeleted: boolean
}

const batchSize = 200

/**
 * Queues the mails for events of orders, each once, while the outbox has room: those of many orders at once are made at the
 * pace at which they are sent. An order that was paid meanwhile needs no mail about its reservation.
 */
export async function queueOrderMails({
  database: { db },
  config: { PUBLIC_URL: origin, TIME_ZONE },
}: Pick<Shop, 'database' | 'config'>) {
  const clock = clockIn(TIME_ZONE)
  await inBatches(true, async (isFirst) => {
    const count = await db.transaction().execute(async (trx) => {
      if (!(await tryLock(trx)) || (await isOutboxFull(trx))) return 0
      // Once a run: they read all orders of the last seconds, and all that lack an address.
      if (isFirst) {
        await endPauses(trx)
        await askForPlaced(trx)
        await askForAddresses(trx, { ids: await findWithoutAddress(trx), actor: 'shop', origin })
      }
      const pending = await readPending(trx)
      const groups = groupByCustomer(pending.filter(isWanted))
      const mails = groups.map((notices) => {
        const [{ email, userName: name }] = notices
        return renderMail(orderMail({ email, name }, notices, { origin, clock }), origin)
      })
      await queueMails(trx, mails)
      // Waiting would join no refunds, which have a mail each.
      await startPauses(
        trx,
        groups.map(([first]) => first).filter(({ kind }) => !isRefund(kind)),
      )
      await markQueued(trx, pending)
      return pending.length
    })
    return { count, last: count === batchSize ? false : null }
  })
}

/** One node at a time: two would split events of one customer that belong in one mail. */
async function tryLock(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('order-mails')) as "isMine"`.execute(trx)
  return rows[0]?.isMine ?? false
}

/** An order is committed at most this long after its id is made: statements and idle transactions have shorter timeouts. */
const commitSeconds = 20

/**
 * Asks for the mails about orders placed since the last run. They are found by their ids, which begin with the time, so
 * that placing an order writes nothing for its mail.
 */
async function askForPlaced(trx: Transaction<Schema>) {
  const { rows } = await sql<{ since: string }>`
    select id_since(placed_until - make_interval(secs => ${commitSeconds})) as since
    from order_mail_progress`.execute(trx)
  // As a parameter: with the id in a subquery, the plan is that for a third of all orders.
  await sql`
    insert into order_mails (order_id, kind, reference, details)
    select id, 'placed', '', '{}' from orders
    where id >= ${rows[0]?.since}::uuid and held_until is not null
      and not exists (
        select from order_mails where order_id = orders.id and order_mails.kind = 'placed')
    order by id on conflict do nothing`.execute(trx)
  await sql`update order_mail_progress set placed_until = now()`.execute(trx)
}

/** Cents of the earlier refunds of an order than those that a mail is about. */
const refundedBefore = sql`case when kind = 'partly-refunded'
  then (details ->> 'cents')::bigint - coalesce((details ->> 'amount')::bigint, 0)
  else coalesce((
    select max((partial.details ->> 'cents')::bigint) from order_events as partial
    where partial.order_id = orders.id and partial.kind = 'partly-refunded'), 0) end`

/** The credit notes of these refunds. A second payment has none. */
const refundedParts = sql`(
  select json_agg(json_build_object('number', number, 'cents', amount_cents, 'lines', (
    select json_agg(json_build_object('name', ordered.name, 'quantity', refunded.quantity) order by ordered.line)
    from partial_refund_lines as refunded
      join order_lines as ordered on ordered.order_id = refunded.order_id and ordered.line = refunded.line
    where refunded.order_id = note.order_id and refunded.refund_no = note.refund_no)) order by number)
  from (
    select credit_notes.*, sum(amount_cents) over (order by number) as cents
    from credit_notes where credit_notes.order_id = orders.id) as note
  where details ->> 'intent' = transaction_id and note.cents > ${refundedBefore}
    and (kind = 'refunded' or note.cents <= (details ->> 'cents')::bigint))`

/** Whether a refund has its credit note, or has waited for it long enough: a disputed payment is not refunded for weeks. */
const isRefundMade = sql`(kind <> 'refunded' or created_at < now() - interval '10 minutes'
  or not exists (
    select from refunds where intent_id = order_mails.details ->> 'intent' and refund_id is null))`

/**
 * Mails of the kinds that this release knows; one of a later release beside it makes its own. Limited before anything
 * is joined: for all that wait, PostgreSQL would read the events of all orders.
 */
async function readPending(trx: Transaction<Schema>): Promise<PendingMail[]> {
  const { rows } = await sql<Omit<PendingMail, 'tax'> & { storedTax: StoredTax | null }>`
    with pending as materialized (
      select * from order_mails
      where made_at is null and kind = any (${mailKinds}::text[]) and ${isRefundMade} and not ${isPaused}
      order by created_at limit ${batchSize}
    )
    select order_id as id, kind, pending.reference, details,
      orders.reference as "buyerReference", ${mailedLines} as lines,
      shipping_cents as "shippingCents", orders.tax as "storedTax", total_cents as "totalCents", status, held_until as "heldUntil",
      transaction_id as "transactionId",
      concat_ws(E'\\n', delivery_name, delivery_address, delivery_phone) as "deliverTo",
      case when carrier is not null then jsonb_strip_nulls(
        jsonb_build_object('carrier', carrier, 'number', tracking_number)) end as tracking,
      exists (
        select from order_events
        where order_events.order_id = orders.id and order_events.kind = 'partly-refunded'
      ) as "wasPartlyRefunded",
      case when kind in ('partly-refunded', 'refunded') then ${refundedParts} end as "creditNotes",
      ${invoiceTax} as terms,
      deleted_at is not null as "isDeleted",
      users.id as "userId", users.email, users.name as "userName",
      email_verified as "isVerified", deactivated_at is not null as "isClosed"
    from pending
      join orders on orders.id = order_id
      join users on users.id = user_id
    order by pending.created_at`.execute(trx)
  const mails: PendingMail[] = rows.map(({ storedTax, ...row }) => ({
    ...row,
    tax: storedTax
      ? toOrderTax(
          storedTax,
          row.lines.map(({ taxes = null }) => taxes),
        )
      : undefined,
  }))
  for (const mail of mails) mail.creditNotes &&= await withSums(trx, mail.id, mail.creditNotes)
  return mails
}

/** Credit notes of an order with the taxes that they have on paper. */
async function withSums(
  trx: Transaction<Schema>,
  id: string,
  notes: readonly RefundedPart[],
): Promise<RefundedPart[]> {
  const order = await findOneOrder(trx, id)
  const contents = order && (await findNoteContents(trx, order))
  return notes.map((note) => {
    const found = contents?.get(note.number)
    if (!found) return note
    const { shipping: shippingCost, netShipping, tax } = found
    const sums = documentSums({ total: toDollars(note.cents), shippingCost, netShipping, tax })
    return { ...note, taxes: [...sums.above, ...sums.below] }
  })
}

/**
 * Whether the mail is still relevant: one about a placed order only while it can be paid, since the next mail
 * says what became of it. An unverified address may belong to a stranger, who gets a mail
 * only if money has moved.
 */
function isWanted({ kind, status, heldUntil, ...pending }: PendingMail): boolean {
  if (pending.isClosed || pending.isDeleted) return false
  const isReserved = status === 'unpaid' && heldUntil !== null
  if (kind === 'placed') return pending.isVerified && isReserved
  // Refunded since.
  if (kind === 'shipped') return status === 'shipped'
  if (kind === 'lapsed') return pending.isVerified && status === 'unpaid' && !isReserved
  return true
}

const isRefund = (kind: string) => kind.endsWith('refunded')

/** One mail for events of one kind and customer, such as a list of orders; each refund has its own. */
function groupByCustomer(pending: PendingMail[]): [PendingMail, ...PendingMail[]][] {
  const groups = Map.groupBy(pending, (mail) => {
    const { userId, kind, id, reference } = mail
    return isRefund(kind) ? `${id} ${kind} ${reference}` : `${userId} ${kind} ${wasReserved(mail)}`
  })
  return [...groups.values()] as [PendingMail, ...PendingMail[]][]
}

async function markQueued(trx: Transaction<Schema>, pending: PendingMail[]) {
  await sql`
    update order_mails set made_at = now()
    from unnest(${pending.map(({ id }) => id)}::uuid[], ${pending.map(({ kind }) => kind)}::text[],
      ${pending.map(({ reference }) => reference)}::text[]) as made (id, kind, reference)
    where order_mails.order_id = made.id and order_mails.kind = made.kind
      and order_mails.reference = made.reference`.execute(trx)
}
