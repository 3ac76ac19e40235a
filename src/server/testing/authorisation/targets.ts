import { randomUUID } from 'node:crypto'
import { placeOrder } from '../../features/orders/place-order.ts'
import { noReservationLimits } from '../../features/orders/reservation-limits.ts'
import { openPayment } from '../../features/payments/open-payment.ts'
import type { ObjectKind } from './rules.ts'
import type { TestShop, TestUser } from '../shop.ts'
import { addModel } from '../rows/vehicle-rows.ts'
import { storeTradeAccount } from '../steps/trade.ts'
import { priceSteps } from '../steps/prices.ts'

/** The objects of a call, named as in paths and bodies. */
export interface Target {
  id: string
  email: string
  total: number
  transactionId: string
  creditNote: number
  confirmToken: string
  unsubscribeToken: string
  address: string
  make: string
  model: string
  product: string
}

/** An object that does not exist. */
export const nothing: Target = {
  id: randomUUID(),
  email: 'nobody@shop.example',
  total: 680,
  transactionId: 'pi_made_up',
  creditNote: 1,
  confirmToken: 'nobodys',
  unsubscribeToken: 'nobodys',
  address: randomUUID(),
  make: 'nobodys',
  model: 'nobodys',
  product: randomUUID(),
}

const stranger = {
  name: '',
  isAdmin: false,
  isVerified: true,
  isTrade: false,
  needsReference: false,
  priceList: null,
  signedInAt: new Date(0),
}

/** Objects in the database, created on demand and reused until a call has changed them. */
export function createTargets(shop: TestShop) {
  const { database } = shop
  const kept = new Map<string, Target>()
  const { addList, putOn } = priceSteps(shop)
  let created = 0

  /** By SQL, since accounts without access have orders too. */
  const order = async ({ uid, email }: TestUser) => {
    const product = await shop.stock()
    const { rows } = await database.pool.query('select id from users where uid = $1', [uid])
    const userId = rows[0].id as string
    const total = product.price * 10
    const { insertedId: id } = await placeOrder(database, {
      user: { ...stranger, id: userId, uid, email },
      order: { lines: [{ product: product.id, quantity: 10 }], price: total },
      limits: noReservationLimits(60),
      shippingCost: 0,
      idempotencyKey: undefined,
    })
    return { ...nothing, id, total, userId }
  }

  const importIn = async (state: string, { uid }: TestUser) => {
    const { rows } = await database.pool.query(
      `with made as (
         insert into product_imports (user_id, file_name, state)
         select id, 'list.csv', $2 from users where uid = $1 returning id
       ), kept as (
         insert into product_import_pieces (import_id, piece, bytes) select id, 1, 'Name' from made
       )
       select id from made`,
      [uid, state],
    )
    return { ...nothing, id: rows[0].id as string }
  }

  const make: Record<ObjectKind, (owner: TestUser) => Promise<Target>> = {
    account: async ({ email }) => ({ ...nothing, email }),
    product: async ({ email }) => {
      const { id, price } = await shop.stock({ quantity: 1000 })
      await database.pool.query('update products set email = $2 where id = $1', [id, email])
      return { ...nothing, id, total: price * 10 }
    },
    async 'contact message'({ email }) {
      const { rows } = await database.pool.query(
        `insert into contact_messages (name, email, phone, message) values ('', $1, '', 'Hello')
         returning id`,
        [email],
      )
      return { ...nothing, id: rows[0].id as string }
    },
    'checked import': (owner) => importIn('checked', owner),
    'applied import': (owner) => importIn('applied', owner),
    async subscription() {
      const { rows } = await database.pool.query(
        `insert into newsletter_subscriptions (email, confirm_token, unsubscribe_token)
         values (gen_random_uuid() || '@shop.example', gen_random_uuid(), gen_random_uuid())
         returning confirm_token as "confirmToken", unsubscribe_token as "unsubscribeToken"`,
      )
      return { ...nothing, ...rows[0] }
    },
    async review({ uid }) {
      const { rows } = await database.pool.query(
        `insert into reviews (user_id, name, rating, title, description)
         select id, name, 5, 'It fits', gen_random_uuid()::text from users where uid = $1
         returning id`,
        [uid],
      )
      return { ...nothing, id: rows[0].id as string }
    },
    async synonyms() {
      const { rows } = await database.pool.query(
        `insert into search_synonyms (terms) values (array['bonnet', 'hood']) returning id`,
      )
      return { ...nothing, id: rows[0].id as string }
    },
    async 'saved list'(owner) {
      const { id: product } = await make.product(owner)
      const { rows } = await database.pool.query(
        `with list as (
           insert into saved_lists (user_id, name)
           select id, gen_random_uuid() from users where uid = $1 returning id
         ) insert into saved_list_lines (list_id, line, product_id, quantity)
         select id, 1, $2, 10 from list returning list_id as id`,
        [owner.uid, product],
      )
      return { ...nothing, id: rows[0].id as string }
    },
    async address({ uid }) {
      const { rows } = await database.pool.query(
        `insert into addresses
           (user_id, name, phone, company, street, postal_code, town, region, country, printed)
         select id, name, '+1 555 010 0100', '', '1 Test Street', '', 'Berlin', '', 'DE', 'Berlin'
         from users where uid = $1 returning id`,
        [uid],
      )
      return { ...nothing, id: rows[0].id as string }
    },
    async 'unpaid order and an address'(owner) {
      const { id: address } = await make.address(owner)
      return { ...(await order(owner)), address }
    },
    async 'car model'() {
      const { make, model } = await addModel(shop)
      return { ...nothing, make, model }
    },
    async 'product for a car'(owner) {
      const { make: slug, model } = await make['car model'](owner)
      return { ...(await make.product(owner)), make: slug, model }
    },
    async 'trade request'({ email }) {
      await storeTradeAccount(shop, email, 'asked')
      return { ...nothing, email }
    },
    async 'price list'(owner) {
      const { id: product } = await make.product(owner)
      return { ...nothing, ...(await addList()), product }
    },
    async 'account on a price list'(owner) {
      const list = await addList()
      await putOn(list, owner)
      return { ...nothing, id: list.id, email: owner.email }
    },
    'unpaid order': order,
    async 'paid order'(owner) {
      const unpaid = await order(owner)
      const transactionId = `pi_${unpaid.id}`
      await database.pool.query(
        `with paid as (
           update orders set status = 'paid', transaction_id = $2, held_until = null where id = $1
           returning id
         ) insert into order_events (order_id, kind, actor) select id, 'paid', 'nobody' from paid`,
        [unpaid.id, transactionId],
      )
      await database.pool.query(`select issue_invoice($1, 'Auto Parts', '', null, null, null)`, [
        unpaid.id,
      ])
      return { ...unpaid, transactionId }
    },
    async 'order marked as shipped'(owner) {
      const paid = await make['paid order'](owner)
      await database.pool.query(
        `update orders set ship_due_at = now() + interval '1 hour', ship_actor = 'shop' where id = $1`,
        [paid.id],
      )
      return paid
    },
    async 'partly refunded order'(owner) {
      const paid = await make['paid order'](owner)
      const { rows } = await database.pool.query(
        `with noted as (
           insert into order_events (order_id, kind, actor, details)
           values ($1, 'partly-refunded', 'nobody', '{"cents":100}')
         ) select issue_credit_note($1, null, 100, null) as "creditNote"`,
        [paid.id],
      )
      return { ...paid, ...rows[0] }
    },
    async 'order whose payment has arrived'(owner) {
      const unpaid = await order(owner)
      const { id, userId, total: price } = unpaid
      const user = { ...stranger, id: userId }
      const intent = await openPayment(shop.shop, { user, order: id, price })
      await shop.confirmCard(intent.id)
      return { ...unpaid, transactionId: intent.id }
    },
  }

  return {
    missing: nothing,
    async of(kind: ObjectKind, owner: TestUser): Promise<Target> {
      const key = `${kind} of ${owner.uid}`
      const known = kept.get(key)
      if (known) return known
      created += 1
      const target = await make[kind](owner)
      kept.set(key, target)
      return target
    },
    created: () => created,
    forget: () => kept.clear(),
  }
}
