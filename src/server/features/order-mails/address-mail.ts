import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { groupDigits, shortId } from '#contract/formats/formatting.ts'
import type { Schema } from '../../db/schema.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import type { MailContent } from '../../services/mail/mail.ts'
import { mailedLines, orderedFacts } from './ordered-facts.ts'
import type { Ordered } from './ordered-facts.ts'
import { recordShipmentEvent } from '../orders/queries.ts'

/**
 * The paid orders whose customers are to be asked for a delivery address: a minute after the mail about the payment, so
 * that those paid meanwhile are in the same mail, and a customer who is typing it gets none. Not after a day: an older one has been
 * asked about by an admin, or its account is closed.
 */
export async function findWithoutAddress(trx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with unasked as materialized (
      select orders.id, user_id, made_at
      from orders join order_mails on order_id = orders.id and kind = 'paid'
      where status = 'paid' and delivery_address is null and address_asked_at is null
        and orders.id >= id_since(now() - interval '30 days')
        and coalesce(made_at, now()) > now() - interval '1 day'
    )
    select id from unasked
    where user_id in (select user_id from unasked where made_at <= now() - interval '1 minute')
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

interface Request {
  ids: readonly string[]
  /** An admin's account, or 'shop'. */
  actor: string
  origin: string
}

/**
 * Asks the customers of paid orders for missing delivery addresses, each by one mail for all of these orders. Returns the
 * orders that were asked about: not those that have an address or were asked about before.
 */
export async function askForAddresses(
  trx: Transaction<Schema>,
  { ids, actor, origin }: Request,
): Promise<string[]> {
  if (ids.length === 0) return []
  const asked = await trx
    .updateTable('orders')
    .from('users')
    .set({ address_asked_at: sql<Date>`now()` })
    .whereRef('users.id', '=', 'orders.user_id')
    .where('orders.id', 'in', ids)
    .where('orders.status', '=', 'paid')
    .where('delivery_address', 'is', null)
    .where('address_asked_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .returning(['orders.id', 'orders.reference as buyerReference', 'users.email', 'users.name'])
    .returning(mailedLines.as('lines'))
    .execute()
  const byCustomer = Map.groupBy(
    asked.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ({ email }) => email,
  )
  const mails = Array.from(byCustomer.values(), (orders) => addressMail(orders, origin))
  await queueMails(
    trx,
    mails.map((mail) => renderMail(mail, origin)),
  )
  for (const { id } of asked) {
    await recordShipmentEvent(trx, { order_id: id, kind: 'address-asked', actor })
  }
  return asked.map(({ id }) => id)
}

type Asked = Ordered & { id: string; email: string; name: string }

function addressMail(orders: readonly Asked[], origin: string): MailContent {
  const [first] = orders
  const isOne = orders.length === 1
  const named = isOne ? `order ${shortId(first?.id ?? '')}` : `${groupDigits(orders.length)} orders`
  const linkOf = (id: string) => ({
    label: 'Add delivery address',
    url: `${origin}/dashboard/payment/${id}`,
  })
  return {
    to: first?.email ?? '',
    name: first?.name ?? '',
    subject: `Delivery address needed: your ${named}`,
    preheader: 'We ship as soon as we know where to.',
    paragraphs: [
      `Thank you for your payment. Your ${named} ${isOne ? 'has' : 'have'} no delivery address yet. Add one${isOne ? '' : ' to each'}, and we will ship ${isOne ? 'it' : 'them'}.`,
    ],
    facts: orders.map((order) => ({
      title: `Order ${shortId(order.id)}`,
      rows: orderedFacts(order, `${origin}/dashboard/myOrder`),
      ...(!isOne && { link: linkOf(order.id) }),
    })),
    action: isOne
      ? linkOf(first?.id ?? '')
      : { label: 'See your orders', url: `${origin}/dashboard/myOrder` },
    reason: 'You’re receiving this email because you placed an order with us.',
  }
}
