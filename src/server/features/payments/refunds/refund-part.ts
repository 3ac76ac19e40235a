import type { FastifyReply } from 'fastify'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { PartialRefund } from '#contract/invoices/refunds.ts'
import { isWithdrawn } from '#contract/orders/orders.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { taxesOfUnits } from '#contract/invoices/refunded-taxes.ts'
import { signOf, sum } from '#contract/taxes/tax-lines.ts'
import type { Schema } from '../../../db/schema.ts'
import { AppError } from '../../../errors/errors.ts'
import { runIdempotently } from '../../../http/idempotency.ts'
import type { IdempotencyKey } from '../../../http/idempotency.ts'
import { backoff, reportFailure } from '../../../jobs/backoff.ts'
import type { Shop } from '../../../shop.ts'
import { recordAdminAction } from '../../audit/record.ts'
import type { Actor } from '../../audit/record.ts'
import { lockOrder } from '../../orders/queries.ts'
import type { LockedOrder } from '../../orders/queries.ts'
import { settle } from '../settle.ts'
import { refundName } from './credit-notes.ts'
import { withdrawnRefusal } from './refund-order.ts'
import { nothingRefunded, readRefunded, stateOfRefund } from './refunded.ts'
import type { Refunded } from './refunded.ts'

interface Request {
  orderId: string
  refund: PartialRefund
  actor: Actor
  key: IdempotencyKey | undefined
  reply: FastifyReply
}

/**
 * Refunds units or an amount of a paid order for an admin. What is recorded at once counts against the payment; credit
 * note, history and stock follow when the card provider has made the refund. If it cannot be reached, a job asks it again.
 */
export async function refundPart(shop: Shop, { orderId, refund, actor, key, reply }: Request) {
  const { db } = shop.database
  const { refundNo } = await runIdempotently({ db, userId: actor.id, key, reply }, (trx) =>
    decidePart(trx, { orderId, refund, actor }),
  )
  const due = await findDue(shop, orderId, refundNo)
  if (due) await makePart(shop, due)
  return stateOfRefund(db, orderId, refundNo)
}

type Decided = Pick<Request, 'orderId' | 'refund' | 'actor'>

/** Records the refund under the lock of the order, so that simultaneous ones are counted one after the other. */
async function decidePart(trx: Transaction<Schema>, { orderId, refund, actor }: Decided) {
  const order = await lockOrder(trx, orderId)
  if (!order || order.deleted_at) throw new AppError('not-found')
  if (order.status === 'unpaid' || !order.transaction_id) throw new AppError('not-paid')
  if (order.status === 'refunded') {
    throw new AppError('not-in-this-state', { detail: 'The order has already been refunded' })
  }
  if (isWithdrawn(order)) throw new AppError('payment-disputed', { detail: withdrawnRefusal })

  const before = await readRefunded(trx, orderId)
  const lines = refund.lines.map((wanted) => chosenLine(order, wanted, before.lines))
  const cents =
    toCents(refund.amount ?? 0) + lines.reduce((all, { cents: ofLine }) => all + ofLine, 0)
  const left = order.total_cents - before.cents
  if (cents > left) throw tooHigh(`${dollars(toDollars(left))} of the payment is left to refund`)

  const refundNo = before.count + 1
  await trx
    .insertInto('partial_refunds')
    .values({
      order_id: orderId,
      refund_no: refundNo,
      intent_id: order.transaction_id,
      amount_cents: cents,
      is_restocked: refund.restock && lines.length > 0,
      actor: actor.id,
      note: refund.reason || null,
    })
    .execute()
  if (lines.length > 0) {
    await trx
      .insertInto('partial_refund_lines')
      .values(
        lines.map(({ number, quantity, taxes }) => ({
          order_id: orderId,
          refund_no: refundNo,
          line: number,
          quantity,
          ...(order.tax && { taxes }),
        })),
      )
      .execute()
  }
  await recordAdminAction(trx, actor, {
    action: 'refund-order',
    target: orderId,
    before: {},
    after: {
      refunded: dollars(toDollars(cents)),
      ...(lines.length > 0 && {
        units: lines
          .map(({ line, quantity }) => `${groupDigits(quantity)} × ${line.name}`)
          .join(', '),
      }),
      ...(refund.reason && { reason: refund.reason }),
    },
  })
  return { refundNo }
}

type Wanted = PartialRefund['lines'][number]

/** The units of a line with what they cost: their price, and the taxes that were added to it or taken off. */
function chosenLine(
  { lines, tax }: LockedOrder,
  { product, quantity }: Wanted,
  refunded: Refunded['lines'],
) {
  const index = lines.findIndex((each) => each.product === product.toLowerCase())
  const line = lines[index]
  if (!line) throw new AppError('invalid', { detail: 'This part is not in the order' })
  const number = index + 1
  const before = refunded.get(number) ?? nothingRefunded
  const left = line.quantity - before.quantity
  if (quantity > left)
    throw tooHigh(`${groupDigits(left)} units of ${line.name} are left to refund`)
  const taxes = taxesOfUnits({ ...line, taxes: line.taxes ?? [] }, before, quantity)
  const cents = line.cents * quantity + (tax ? signOf(tax) * sum(taxes) : 0)
  return { line, number, quantity, taxes, cents }
}

const tooHigh = (detail: string) => new AppError('refund-too-high', { detail })

interface DuePart {
  orderId: string
  refundNo: number
  intentId: string
  cents: number
  totalCents: number
  /** The dispute of the order's payment. */
  dispute: string | null
  attempts: number
}

const dueColumns = sql`
  partial_refunds.order_id as "orderId", refund_no as "refundNo", intent_id as "intentId",
  amount_cents as cents, total_cents as "totalCents", dispute, attempts`

async function findDue({ database }: Pick<Shop, 'database'>, orderId: string, refundNo: number) {
  const { rows } = await sql<DuePart>`
    select ${dueColumns} from partial_refunds join orders on orders.id = order_id
    where order_id = ${orderId} and refund_no = ${refundNo} and refund_id is null and refused_at is null
  `.execute(database.db)
  return rows[0]
}

/** Makes one recorded refund at the provider; after a failure the background job tries again. */
async function makePart(shop: Shop, due: DuePart) {
  const { orderId, refundNo, intentId, cents, attempts } = due
  const { cards, log } = shop
  const name = refundName(orderId, refundNo)
  try {
    // The provider forgets idempotency keys after a day; the name of a refund stays.
    const refunds = await cards.refundsOf(intentId)
    if (!refunds.some((refund) => refund.name === name)) {
      const left = due.totalCents - refunds.reduce((sum, { amount }) => sum + amount, 0)
      // The provider refunds nothing of a payment whose dispute is lost.
      if (cents > left || due.dispute === 'lost') return await refuse(shop, due)
      await cards.refundPart({ intentId, name, amount: cents }, attempts)
    }
    await settle(shop, intentId)
  } catch (err) {
    reportFailure(
      log,
      { err, attempts, order: orderId, refund: refundNo },
      'partial refund failed and will be retried',
    )
  }
}

/** No repetition could succeed, such as after a refund in the provider's dashboard. */
async function refuse({ database, log }: Shop, { orderId, refundNo, cents }: DuePart) {
  await database.db
    .updateTable('partial_refunds')
    .set({ refused_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('refund_no', '=', refundNo)
    .where('refund_id', 'is', null)
    .execute()
  log.error(
    { order: orderId, refund: refundNo, cents, alarm: true },
    'partial refund is refused: the remaining refundable amount at the provider is below the refund',
  )
}

/** Makes the partial refunds that are due. The provider refuses those of disputed payments: they wait for the verdict. */
export async function processPartialRefunds(shop: Shop) {
  const { rows } = await sql<DuePart>`
    with due as (
      update partial_refunds
      set attempts = attempts + 1, next_attempt_at = now() + ${backoff('attempts')}
      where (order_id, refund_no) in (
        select order_id, refund_no from partial_refunds as open
        where refund_id is null and refused_at is null and next_attempt_at <= now()
          and not exists (
            select from disputes where disputes.intent_id = open.intent_id and state = 'open')
        order by next_attempt_at limit 20 for update skip locked)
      returning *
    )
    select ${dueColumns}
    from due as partial_refunds join orders on orders.id = order_id`.execute(shop.database.db)
  for (const due of rows) await makePart(shop, due)
}
