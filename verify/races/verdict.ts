import type Stripe from 'stripe'
import {
  expireReservations,
  processRefunds,
  pollOpenPayments,
  processWebhookEvents,
} from '#server/features/payments/jobs.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { newAddress } from './operations.ts'
import type { Answer, OperationName } from './operations.ts'
import type { Fixture } from './fixture.ts'
import { stockVerdict } from './stock-verdict.ts'

export interface Answered {
  name: OperationName
  answer: Answer
}

interface OrderRow {
  id: string
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  quantity: number
  transaction_id: string | null
  isHolding: boolean
  isDeleted: boolean
  /** Its units are gone for good, even if the money goes back. */
  wasShipped: boolean
  delivery_address: string | null
}

/** What must be so once an operation was answered 200. */
const promises: Partial<Record<OperationName, (row: OrderRow) => boolean>> = {
  'the browser reports': ({ status }) => status !== 'unpaid',
  'the order is deleted': ({ isDeleted }) => isDeleted,
  'the order is shipped': ({ wasShipped }) => wasShipped,
  'an admin refunds': ({ status }) => status === 'refunded',
  'the delivery changes': (row) => row.delivery_address === newAddress,
}

function answerFaults({ name, answer }: Answered, rows: OrderRow[], row: OrderRow) {
  const { status, body } = answer
  const faults = []
  if (status >= 500) faults.push(`${name}: ${JSON.stringify(body)}`)
  if (name.startsWith('the same order') && status !== 200) faults.push(`${name}: ${status}`)
  const isKept = promises[name]?.(row) ?? true
  if (status === 200 && !isKept) faults.push(`${name}: 200, but the order is ${row.status}`)
  const { insertedId } = body
  if (insertedId && !rows.some(({ id }) => id === insertedId)) faults.push('an order is lost')
  return faults
}

function moneyFaults(row: OrderRow, intents: Stripe.PaymentIntent[], refunded: Set<unknown>) {
  const taken = intents.filter(({ id, status }) => status === 'succeeded' && !refunded.has(id))
  const isPaid = row.status === 'paid' || row.status === 'shipped'
  const faults = []
  if (taken.length > 1) faults.push('the buyer was charged twice')
  if (taken[0] && taken[0].id !== row.transaction_id) faults.push('money was taken for nothing')
  if (isPaid && taken[0]?.id !== row.transaction_id) faults.push('paid without the money')
  return faults
}

/** Units that orders have, or that went out with them. */
const boundBy = (rows: OrderRow[]) => {
  const live = rows.filter(({ status, isHolding, wasShipped }) =>
    status === 'unpaid' ? isHolding : status !== 'refunded' || wasShipped,
  )
  return live.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Lets everything come to rest that two operations left behind, and says what is wrong then. */
export function verdicts(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)
  const stock = stockVerdict(shop, jobs)

  const readOrders = async ({ part }: Fixture) =>
    (await query(
      `select id, status, quantity, transaction_id, held_until is not null as "isHolding",
              deleted_at is not null as "isDeleted", delivery_address,
              exists (select from order_events where order_id = orders.id and kind = 'shipped')
                as "wasShipped"
       from orders where product_id = $1`,
      [part.id],
    )) as unknown as OrderRow[]

  const intentsOf = async (fixture: Fixture) => {
    const { data } = await shop.stripe.paymentIntents.list({ limit: 5 })
    return data.filter(({ metadata }) => metadata['order'] === fixture.id)
  }

  /** Pays what is still payable: nobody may be able to pay for units that went back. */
  const payWhatIsOpen = async (fixture: Fixture, faults: string[]) => {
    const row = (await readOrders(fixture)).find(({ id }) => id === fixture.id)
    for (const { id, status } of await intentsOf(fixture)) {
      if (status !== 'requires_payment_method') continue
      if (!row?.isHolding) faults.push('units went back while they could still be paid')
      await shop.confirmCard(id)
    }
  }

  const drain = async ({ id }: Fixture) => {
    for (let round = 0; round < 2; round += 1) {
      await query(
        `update payment_intents set next_poll_at = now() - interval '1 hour' where order_id = $1`,
        [id],
      )
      await pollOpenPayments(jobs)
    }
    await processWebhookEvents(jobs)
    await query('update orders set next_lapse_at = now() where id = $1', [id])
    await expireReservations(jobs)
    await processRefunds(jobs)
    await stock.drain()
  }

  const inboxFaults = async () => {
    const rows = await query('select last_error from webhook_events where processed_at is null')
    return rows.map(({ last_error }) => `an event was not processed: ${String(last_error)}`)
  }

  /** What an admin asked back went back whole, and nothing else did. */
  const refundFaults = async (fixture: Fixture, isAskedBack: boolean) => {
    const intents = await Promise.all(
      (await intentsOf(fixture)).map(({ id }) => shop.parts.cards.findIntent(id)),
    )
    const cents = intents.reduce((sum, intent) => sum + (intent?.amountRefunded ?? 0), 0)
    const due = isAskedBack ? Math.round(fixture.total * 100) : 0
    return cents === due ? [] : [`${cents} cents went back instead of ${due}`]
  }

  return async (fixture: Fixture, answered: Answered[]): Promise<string[]> => {
    const faults: string[] = []
    await payWhatIsOpen(fixture, faults)
    await drain(fixture)
    const rows = await readOrders(fixture)
    const row = rows.find(({ id }) => id === fixture.id)
    if (!row) return ['the order is gone']
    faults.push(...answered.flatMap((each) => answerFaults(each, rows, row)))
    faults.push(...(await inboxFaults()))
    const isAskedBack = answered.some(
      ({ name, answer }) => name === 'an admin refunds' && answer.status === 200,
    )
    const refunds = await query('select intent_id, reason from refunds where order_id = $1', [
      fixture.id,
    ])
    const refunded = new Set(refunds.map(({ intent_id }) => intent_id))
    if (refunds.some(({ reason }) => reason !== 'by-admin')) faults.push('money had to go back')
    if (isAskedBack || refunded.size > 0) faults.push(...(await refundFaults(fixture, isAskedBack)))
    faults.push(...moneyFaults(row, await intentsOf(fixture), refunded))
    faults.push(...(await stock.faults(fixture, answered, boundBy(rows))))
    return faults
  }
}
