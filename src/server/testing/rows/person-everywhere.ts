import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { alerts } from '#contract/alerts.ts'
import { cart, savedLists } from '#contract/cart/cart.ts'
import { addresses } from '#contract/addresses/addresses.ts'
import { contact } from '#contract/contact.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { newsletter } from '#contract/newsletter.ts'
import { orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { products } from '#contract/products/products.ts'
import { garage } from '#contract/garage.ts'
import { manageVehicles } from '#contract/vehicles/manage-vehicles.ts'
import { manageSearch } from '#contract/manage-search.ts'
import { profiles } from '#contract/profiles.ts'
import { reviews } from '#contract/reviews.ts'
import { manageTradeAccounts, tradeAccounts } from '#contract/trade-accounts.ts'
import { users } from '#contract/users.ts'
import { queueOrderMails } from '../../features/order-mails/order-mails.ts'
import { verificationMail } from '../../features/accounts/mails.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { browserAt } from '../browser-at.ts'
import { openProvider } from '../embedded-provider.ts'
import { orderOf, paymentSteps } from '../payments.ts'
import type { TestShop, TestUser } from '../shop.ts'
import { decisionOn, tradeFacts } from '../steps/trade.ts'

export type PersonEverywhere = Awaited<ReturnType<typeof personEverywhere>>

/**
 * A person with rows in every table that may have rows about an account. `admin` makes and ships; the shop needs
 * CONTACT_EMAIL and NEWSLETTER.
 */
export async function personEverywhere(shop: TestShop, admin: TestUser, name: string) {
  const { db, pool } = shop.database
  const steps = paymentSteps(shop)
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@shop.example`
  const details = {
    name: `${name} Z${digits}`,
    phone: `+1 555 ${digits}`,
    address: `${digits} Trace Road`,
  }
  const uid = await signUp(shop, { email, name: details.name })
  const person = await shop.signIn({ uid, email, name: details.name })

  const elsewhere = new Date(Date.now() - 60_000)
  const other = await shop.signIn({ uid, email, name: details.name, signedInAt: elsewhere })
  await shop.call(other, accounts.signOut, {})
  const profile = { fbLink: `https://social.example/${digits}`, img: '/parts/wheel-rim.svg' }
  const saved = await shop.call(person, profiles.save, {
    params: { email },
    body: { ...details, ...profile },
  })
  expect(saved.status).toBe(200)

  const part = await shop.stock()
  const { body: unpaid } = await shop.call(
    person,
    orders.place,
    { body: orderOf(part, 10) },
    { idempotencyKey: randomUUID() },
  )
  await steps.openIntent(person, { id: unpaid.insertedId, total: part.price * 10, part })
  const pay = async () => {
    const ordered = await steps.order(person)
    await steps.report(person, ordered.id, await steps.payAtProvider(person, ordered))
    return ordered
  }
  const [shipped, refunded, cancelled] = [await pay(), await pay(), await steps.order(person)]
  await shop.call(admin, manageOrders.ship, { params: { id: shipped.id } })
  const reason = 'Came broken'
  await shop.call(admin, manageOrders.refund, { params: { id: refunded.id }, body: { reason } })
  await shop.call(person, ownOrders.remove, { params: { id: cancelled.id } })
  await queueOrderMails(shop.shop)

  const review = {
    title: `It fits ${digits}`.slice(0, 30),
    rating: 5,
    description: 'And it shines',
  }
  const { body: reviewed } = await shop.call(person, reviews.add, { body: review })
  const message = { email, name: details.name, phone: digits, message: `Call me ${digits}` }
  const sent = await shop.call(undefined, contact.send, { body: message })
  expect(sent.status).toBe(200)
  await shop.call(person, alerts.add, { params: { id: part.id } })
  const line = { product: part.id, quantity: 10 }
  const lines = [{ ...line, seenPrice: part.price }]
  await shop.call(person, cart.combine, { body: { how: 'add', lines } })
  await pool.query(
    `insert into ordered_from_carts (user_id, product_id, order_id)
     select users.id, product_id, order_id
     from users join orders on user_id = users.id join order_lines on order_id = orders.id
     where users.email = $1 limit 1`,
    [email],
  )
  await shop.call(person, savedLists.save, { body: { name: `For ${digits}`, lines: [line] } })
  const model = 'Golf'
  const car = { id: 1, vehicle: 'volkswagen/golf/2014', make: 'Volkswagen', model, ownName: digits }
  await shop.call(person, garage.keep, { body: { cars: [car] } })
  const { name: recipient, phone } = details
  const place = {
    street: `${digits} Book Street`,
    postalCode: '10115',
    town: 'Berlin',
    country: 'DE',
  }
  await shop.call(person, addresses.add, { body: { name: recipient, phone, ...place } })
  await shop.call(undefined, newsletter.subscribe, { body: { email } })
  const mail = {
    email,
    name: details.name,
    url: 'https://parts.example/verify',
    origin: shop.config.PUBLIC_URL,
  }
  await queueMails(db, [verificationMail(mail)])

  const trade = { ...tradeFacts, company: `Workshop ${digits}` }
  await shop.call(person, tradeAccounts.save, { params: { email }, body: trade })
  const body = decisionOn(
    'asked',
    { state: 'refused', reason: `Nobody knows ${trade.company}` },
    trade,
  )
  const decided = await shop.call(admin, manageTradeAccounts.decide, { params: { email }, body })
  expect(decided.status).toBe(200)

  const { rows: lists } = await pool.query<{ id: string }>(
    'insert into price_lists (name) values (gen_random_uuid()::text) returning id',
  )
  const listed = { params: { id: lists[0]!.id, email } }
  expect((await shop.call(admin, priceLists.putAccount, listed)).status).toBe(200)

  await shop.call(admin, users.promote, { params: { email } })
  const img = '/parts/door-rubber.svg'
  const added = { name: `Part ${digits}`, price: 5, quantity: 10, description: 'New', img }
  await shop.call(person, products.add, { body: added })
  await shop.call(person, manageSearch.add, { body: { terms: ['lamp', `light ${digits}`] } })
  await pool.query(
    `insert into synonym_changes (synonym_id, actor, action, before, after)
     select search_synonyms.id, users.id::text, 'changed', terms, terms
     from search_synonyms, users where users.email = $1 limit 1`,
    [email],
  )
  const golf = { make: 'Volkswagen', model: `Golf ${digits}`, years: [], aliases: [] }
  await shop.call(person, manageVehicles.add, { body: golf })
  const list = { name: `List ${digits}`, percentOff: 10 }
  await shop.call(person, priceLists.add, { body: list })
  await pool.query(
    `insert into product_imports (user_id, file_name)
     select id, 'parts.csv' from users where email = $1`,
    [email],
  )
  await pool.query(
    `insert into number_imports (user_id, file_name, mode)
     select id, 'numbers.csv', 'replace' from users where email = $1`,
    [email],
  )
  await pool.query(
    `insert into fitment_imports (user_id, file_name, mode)
     select id, 'fits.csv', 'replace' from users where email = $1`,
    [email],
  )
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  return {
    ...person,
    id: rows[0]!.id,
    details,
    part,
    orders: {
      unpaid: unpaid.insertedId,
      shipped: shipped.id,
      refunded: refunded.id,
      cancelled: cancelled.id,
    },
    review: reviewed.insertedId,
    /** Texts that lead to the person. */
    traces: [
      email,
      details.name,
      details.phone,
      details.address,
      place.street,
      profile.fbLink,
      message.message,
      trade.company,
    ],
    pay,
  }
}

/** An account at the embedded identity provider, with a session and a link for a new password. */
async function signUp(shop: TestShop, { email, name }: { email: string; name: string }) {
  const ask = browserAt(openProvider(shop), shop.config.PUBLIC_URL)
  await ask('sign-up/email', { name, email, password: 'taillight-40' })
  await ask('request-password-reset', { email, redirectTo: '/reset-password' })
  const { user } = (await (await ask('get-session')).json()) as { user: { id: string } }
  return user.id
}

/** All rows of all tables as texts, by table. */
export async function everyRow({ database: { pool } }: TestShop) {
  const { rows: tables } = await pool.query<{ name: string; schema: string; quoted: string }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name,
       format('%I.%I', schemaname, tablename) as quoted
     from pg_tables where schemaname in ('public', 'identity') order by 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name, quoted } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `select to_jsonb(stored)::text as text from ${quoted} as stored`,
    )
    found.set(
      name,
      rows.map(({ text }) => text),
    )
  }
  return found
}

/** The tables with a row that contains one of the texts, and their number of such rows. */
export async function rowsWith(shop: TestShop, texts: readonly string[]) {
  const counts = [...(await everyRow(shop))].map(([table, rows]) => [
    table,
    rows.filter((row) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase())))
      .length,
  ])
  return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Record<string, number>
}
