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
import type { Executed, OperationName } from './operations.ts'
import type { Fixture } from './fixture.ts'
import { units } from './fixture.ts'
import { stockFaultsOf } from './stock-verdict.ts'

interface OrderRow {
  id: string
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  quantity: number
  transaction_id: string | null
  isReserved: boolean
  isDeleted: boolean
  /** Whether its units left the stock, even if it is refunded. */
  wasShipped: boolean
  delivery_address: string | null
}

/** Conditions after an operation that responded with 200. */
const promises: Partial<Record<OperationName, (row: OrderRow) => boolean>> = {
  'the browser reports': ({ status }) => status !== 'unpaid',
  'the order is deleted': ({ isDeleted }) => isDeleted,
  'the order is shipped': ({ wasShipped }) => wasShipped,
  'an admin refunds': ({ status }) => status === 'refunded',
  'the delivery address changes': (row) => row.delivery_address === newAddress,
}

function resultFaults({ name, result }: Executed, rows: OrderRow[], row: OrderRow) {
  const { status, body } = result
  const faults = []
  if (status >= 500) faults.push(`${name}: ${JSON.stringify(body)}`)
  if (name.startsWith('the same order') && status !== 200) faults.push(`${name}: ${status}`)
  const isTrue = promises[name]?.(row) ?? true
  if (status === 200 && !isTrue) faults.push(`${name}: 200, but the order is ${row.status}`)
  const { insertedId } = body
  if (insertedId && !rows.some(({ id }) => id === insertedId)) faults.push('an order is lost')
  return faults
}

function moneyFaults(row: OrderRow, intents: Stripe.PaymentIntent[], refunded: Set<unknown>) {
  const taken = intents.filter(({ id, status }) => status === 'succeeded' && !refunded.has(id))
  const isPaid = row.status === 'paid' || row.status === 'shipped'
  const faults = []
  if (taken.length > 1) faults.push('the buyer was charged twice')
  if (taken[0] && taken[0].id !== row.transaction_id) faults.push('a payment paid no order')
  if (isPaid && taken[0]?.id !== row.transaction_id)
    faults.push('the order is paid without a payment')
  return faults
}

/** Units that orders reserve, or that were shipped. */
const orderedUnits = (rows: OrderRow[]) => {
  const live = rows.filter(({ status, isReserved, wasShipped }) =>
    status === 'unpaid' ? isReserved : status !== 'refunded' || wasShipped,
  )
  return live.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Completes the open work that two operations left and returns the faults. */
export function faultsOf(shop: TestShop, jobs: Shop) {
  const { query } = paymentSteps(shop)
  const stock = stockFaultsOf(shop, jobs)

  const readOrders = async ({ part }: Fixture) =>
    (await query(
      `select id, status, line.quantity, transaction_id, held_until is not null as "isReserved",
              deleted_at is not null as "isDeleted", delivery_address,
              exists (select from order_events where order_id = orders.id and kind = 'shipped')
                as "wasShipped"
       from orders join order_lines as line on order_id = orders.id where product_id = $1`,
      [part.id],
    )) as unknown as OrderRow[]

  const intentsOf = async (fixture: Fixture) => {
    const { data } = await shop.stripe.paymentIntents.list({ limit: 5 })
    return data.filter(({ metadata }) => metadata['order'] === fixture.id)
  }

  /** Pays the open intents; an intent must not stay open once its units are released. */
  const payOpenIntents = async (fixture: Fixture, faults: string[]) => {
    const row = (await readOrders(fixture)).find(({ id }) => id === fixture.id)
    for (const { id, status } of await intentsOf(fixture)) {
      if (status !== 'requires_payment_method') continue
      if (!row?.isReserved) faults.push('an intent is open after its units were released')
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

  /** The further parts of an order of several lines: each order of the part has their units, too. */
  const otherFaults = async ({ others }: Fixture, ordered: number) => {
    const left = await query('select id, quantity from products where id = any($1)', [
      others.map(({ id }) => id),
    ])
    return left
      .filter(({ quantity }) => quantity !== units - ordered)
      .map(({ quantity }) => `${String(quantity)} units of another part left`)
  }

  const webhookFaults = async () => {
    const rows = await query('select last_error from webhook_events where processed_at is null')
    return rows.map(({ last_error }) => `an event was not processed: ${String(last_error)}`)
  }

  /** Checks that a refund by an admin is complete, and that nothing else is refunded. */
  const refundFaults = async (fixture: Fixture, isRefunded: boolean) => {
    const intents = await Promise.all(
      (await intentsOf(fixture)).map(({ id }) => shop.parts.cards.findIntent(id)),
    )
    const cents = intents.reduce((sum, intent) => sum + (intent?.amountRefunded ?? 0), 0)
    const due = isRefunded ? Math.round(fixture.total * 100) : 0
    return cents === due ? [] : [`${cents} cents refunded instead of ${due}`]
  }

  return async (fixture: Fixture, executed: Executed[]): Promise<string[]> => {
    const faults: string[] = []
    await payOpenIntents(fixture, faults)
    await drain(fixture)
    const rows = await readOrders(fixture)
    const row = rows.find(({ id }) => id === fixture.id)
    if (!row) return ['the order is missing']
    faults.push(...executed.flatMap((each) => resultFaults(each, rows, row)))
    faults.push(...(await webhookFaults()))
    const isRefunded = executed.some(
      ({ name, result }) => name === 'an admin refunds' && result.status === 200,
    )
    const refunds = await query('select intent_id, reason from refunds where order_id = $1', [
      fixture.id,
    ])
    const refunded = new Set(refunds.map(({ intent_id }) => intent_id))
    if (refunds.some(({ reason }) => reason !== 'by-admin'))
      faults.push('an automatic refund was necessary')
    if (isRefunded || refunded.size > 0) faults.push(...(await refundFaults(fixture, isRefunded)))
    faults.push(...moneyFaults(row, await intentsOf(fixture), refunded))
    faults.push(...(await stock.faults(fixture, executed, orderedUnits(rows))))
    faults.push(...(await otherFaults(fixture, orderedUnits(rows))))
    return faults
  }
}
