import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { shortId } from '#contract/formats/formatting.ts'
import type { Schema } from '../../db/schema.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { mailedLines, orderedFacts } from './ordered-facts.ts'
import { recordShipmentEvent } from '../orders/queries.ts'

interface Request {
  id: string
  /** An admin's account, or 'shop'. */
  actor: string
  origin: string
}

/**
 * Asks the customer of a paid order for its missing delivery address, by one mail for each order; false if the order
 * needs no address or the customer was asked before.
 */
export async function askForAddress(
  trx: Transaction<Schema>,
  { id, actor, origin }: Request,
): Promise<boolean> {
  const [order] = await trx
    .updateTable('orders')
    .from('users')
    .set({ address_asked_at: sql<Date>`now()` })
    .whereRef('users.id', '=', 'orders.user_id')
    .where('orders.id', '=', id)
    .where('orders.status', '=', 'paid')
    .where('delivery_address', 'is', null)
    .where('address_asked_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .returning(['orders.reference as buyerReference', 'users.email', 'users.name'])
    .returning(mailedLines.as('lines'))
    .execute()
  if (!order) return false
  const code = shortId(id)
  const content = {
    to: order.email,
    name: order.name,
    subject: `Delivery address needed: your order ${code}`,
    preheader: 'We ship as soon as we know where to.',
    paragraphs: [
      `Thank you for your payment. Your order ${code} has no delivery address yet. Add one, and we will ship it.`,
    ],
    facts: [
      {
        title: `Order ${code}`,
        rows: orderedFacts(order),
      },
    ],
    action: { label: 'Add delivery address', url: `${origin}/dashboard/payment/${id}` },
    reason: 'You’re receiving this email because you placed an order with us.',
  }
  await queueMails(trx, [renderMail(content, origin)])
  await recordShipmentEvent(trx, { order_id: id, kind: 'address-asked', actor })
  return true
}
