import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import type { ProductNumber } from '#contract/numbers/product-numbers.ts'
import { callCardProvider, continueSession, createAccount, newPerson, openSession } from './api.ts'
import type { Part, Person } from './api.ts'

const run = promisify(execFile)

/** Names of the card provider for its test cards. */
type TestCard = 'pm_card_visa' | 'pm_card_createDispute' | 'pm_card_createDisputeInquiry'

/** Creates test data through the API. One admin serves all tests of a worker. */
export interface Seed {
  admin: Person
  /** Adds a product of the test's own. */
  part(fields?: {
    name?: string
    quantity?: number
    price?: number
    breaks?: Rung[]
    partNumber?: string
    kind?: string
    brand?: string
    minimumOrder?: number
    packSize?: number
    weightGrams?: number
    morePictures?: string
    inTheBox?: string
    sizeMm?: string
    warrantyMonths?: number
    condition?: string
  }): Promise<Part>
  /** Says which cars a part fits: models of this make, or of one of the test's own. Returns the make's slug. */
  fits(part: Part, fitments: readonly Partial<SeedFitment>[], make?: string): Promise<string>
  /** Gives a part other numbers. */
  numbers(part: Part, numbers: readonly ProductNumber[]): Promise<void>
  /** Takes a part out of the catalogue. */
  withdraw(part: Part): Promise<void>
  /** Changes the details of a product, as another admin does. */
  changePart(
    part: Part,
    changes: { price?: number; breaks?: Rung[]; description?: string },
  ): Promise<void>
  /** Puts an account on a new price list; returns its name. */
  priceList(
    account: Person,
    list: { percentOff: number; minOrder?: number },
    own?: { part: Part; price: number },
  ): Promise<string>
  /** Adds a price list that no account is on; returns its id. */
  emptyPriceList(): Promise<string>
  /** Uploads a file with an invalid price of a part; returns the id of the dry run. */
  importDryRun(part: Part): Promise<string>
  /** The state of the dispute about the only order of a part. */
  disputeOf(part: Part): Promise<string | undefined>
  /** The stock that the catalogue shows. */
  unitsLeft(part: Part): Promise<number>
  /** Orders ten units; returns the id of the order. */
  order(buyer: Person, part: Part): Promise<string>
  /** Pays such an order. */
  pay(buyer: Person, part: Part, order: string): Promise<void>
  /**
   * Orders ten units with a delivery address, for a car such as `volkswagen/golf/2014` if it is named, and pays them, with
   * another card if it is named; returns the id of the order.
   */
  paidOrder(
    buyer: Person,
    part: Part,
    options?: { card?: TestCard; vehicle?: string },
  ): Promise<string>
  /** Fills the cart, and places and pays an order of ten units of each part, and one that stays unpaid. */
  ordersOfLines(buyer: Person, parts: readonly Part[]): Promise<{ unpaid: string; paid: string }>
  /** `paidOrder` without a delivery address. */
  paidOrderWithoutAddress(buyer: Person, part: Part): Promise<string>
  /** Refunds an amount of a paid order. */
  refundPart(order: string, amount: number, reason: string): Promise<void>
}

type Rung = { from: number; price: number }

interface SeedFitment {
  model: string
  from: number
  to: number
  decilitres: number
  fuel: string
  note: string
}

/** Runs a command on the database of the test shop: an empty setting keeps the one of `.env` from applying. */
async function runOnShop(...command: string[]) {
  const DATA_DIR = process.env['SHOP_DATA_DIR']
  const DATABASE_URL = process.env['SHOP_DATABASE_URL'] ?? ''
  await run(process.execPath, command, { env: { ...process.env, DATA_DIR, DATABASE_URL } })
}

const runSql = (statement: string) => runOnShop('src/server/cli/sql.ts', statement)

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const value = (given: string | number | undefined) =>
  given === undefined ? 'null' : typeof given === 'number' ? String(given) : quoted(given)

export async function openSeed(): Promise<Seed & { end(): Promise<void> }> {
  const person = newPerson('Ada')
  await createAccount(person)
  const admin = await openSession(person)
  await runOnShop('src/server/cli/admin.ts', 'grant', person.email)
  const addPriceList = async (list: { percentOff: number; minOrder?: number }) => {
    const name = `Workshop ${randomUUID().slice(0, 8)}`
    const body = { name, ...list }
    return {
      name,
      ...(await admin.send<{ insertedId: string }>('POST', '/manage/priceLists', body)),
    }
  }
  return {
    admin: person,
    end: admin.end,
    async part({ quantity = 100, price = 68, ...rest } = {}) {
      const name = `Taillight ${randomUUID().slice(0, 8)}`
      const { insertedId } = await admin.send<{ insertedId: string }>('POST', '/Products', {
        name,
        price,
        quantity,
        description: 'Complete left-hand lamp with housing and plug',
        img: '/parts/taillight-assembly.svg',
        ...rest,
      })
      return { id: insertedId, name, price }
    },
    async fits({ id }, fitments, make = `make-${randomUUID().slice(0, 8)}`) {
      const rows = fitments.map(({ model = 'Golf', from = 2010, to = 2014, ...rest }) => ({
        model: quoted(model),
        values: [from, to, rest.decilitres, rest.fuel, rest.note].map(value).join(', '),
      }))
      const models = [...new Set(rows.map(({ model }) => `(${model})`))].join(', ')
      const list = rows.map(({ model, values }) => `(${model}, ${values})`).join(', ')
      await runSql(`with make as (
          insert into vehicle_makes (slug, name) values ('${make}', '${make}')
          on conflict (slug) do update set name = excluded.name returning id
        ), models as (
          insert into vehicle_models (make_id, slug, name, source)
          select make.id, lower(name), name, 'admin' from make, (values ${models}) as new (name)
          on conflict (make_id, slug) do update set name = excluded.name returning id, name
        )
        insert into fitments (product_id, model_id, year_from, year_to, decilitres, fuel, note)
        select '${id}', models.id, year_from, year_to, decilitres::smallint, fuel, note
        from (values ${list}) as new (model, year_from, year_to, decilitres, fuel, note)
        join models on models.name = model`)
      return make
    },
    async numbers({ id }, numbers) {
      const path = `/manage/product/${id}/numbers`
      const { version: seen } = await admin.get<{ version: string }>(path)
      await admin.send('PUT', path, { numbers, replacedBy: null, seen })
    },
    withdraw: ({ id }) => runSql(`update products set archived_at = now() where id = '${id}'`),
    async changePart({ id }, changes) {
      const seen = await admin.get<object>(`/product/${id}`)
      await admin.send('PUT', `/manage/product/${id}`, { ...seen, ...changes, seen })
    },
    emptyPriceList: async () => (await addPriceList({ percentOff: 10 })).insertedId,
    async priceList({ email }, list, own) {
      const { name, insertedId } = await addPriceList(list)
      await admin.send('PUT', `/manage/priceLists/${insertedId}/accounts/${email}`, {})
      if (own) {
        await admin.send('PUT', `/manage/priceLists/${insertedId}/prices`, {
          product: own.part.id,
          prices: [{ from: 1, price: own.price }],
        })
      }
      return name
    },
    async importDryRun({ id }) {
      const file = Buffer.from(`Id,Price,Stock\r\n${id},cheap,70`)
      let dryRun = ''
      // The shop reads two files at a time and refuses a third.
      await expect(async () => {
        const path = '/manage/imports?fileName=w.csv'
        dryRun = (await admin.send<{ _id: string }>('POST', path, file))._id
      }).toPass({ timeout: 15_000 })
      return dryRun
    },
    async disputeOf({ name }) {
      const path = `/order?page=1&q=${encodeURIComponent(name)}`
      return (await admin.get<{ dispute?: string }[]>(path))[0]?.dispute
    },
    unitsLeft: async ({ id }) => (await admin.get<{ quantity: number }>(`/product/${id}`)).quantity,
    order: (buyer, part) => inSession(buyer, (session) => order(session, part)),
    pay: (buyer, part, id) => inSession(buyer, (session) => pay(session, part, id)),
    paidOrder: (buyer, part, { card, vehicle } = {}) =>
      inSession(buyer, async (session) => {
        const id = await order(session, part, vehicle)
        await session.send('PUT', `/order/delivery/${id}`, {
          name: buyer.name,
          phone: '+1 555 010 0100',
          address: '1 Test Street\nSpringfield',
        })
        await pay(session, part, id, card)
        return id
      }),
    ordersOfLines: (buyer, parts) =>
      inSession(buyer, async (session) => {
        const lines = parts.map(({ id }) => ({ product: id, quantity: 10 }))
        const seen = parts.map(({ id, price }) => ({ product: id, quantity: 10, seenPrice: price }))
        await session.send('POST', '/cart/lines', { lines: seen, how: 'add' })
        const orderAll = async () => {
          const cart = await session.get<{ part: { price: number } }[]>('/cart')
          const cents = cart.reduce((sum, { part }) => sum + Math.round(part.price * 1000), 0)
          const price = cents / 100
          const body = { lines, price }
          return {
            id: (await session.send<{ insertedId: string }>('POST', '/quickOrder/place', body))
              .insertedId,
            price,
          }
        }
        const paid = await orderAll()
        await session.send('PUT', `/order/delivery/${paid.id}`, {
          name: buyer.name,
          phone: '+1 555 010 0100',
          address: '1 Test Street\nSpringfield',
        })
        await pay(session, { ...(parts[0] as Part), price: paid.price / 10 }, paid.id)
        return { paid: paid.id, unpaid: (await orderAll()).id }
      }),
    paidOrderWithoutAddress: (buyer, part) =>
      inSession(buyer, async (session) => {
        const id = await order(session, part)
        await pay(session, part, id)
        return id
      }),
    async refundPart(order, amount, reason) {
      const refund = { lines: [], amount, restock: false, reason }
      await admin.send('POST', `/manage/orders/${order}/refunds`, refund)
    },
  }
}

type Session = Awaited<ReturnType<typeof openSession>>

async function inSession<T>(person: Person, act: (session: Session) => Promise<T>): Promise<T> {
  const session = await continueSession(person)
  const result = await act(session)
  await session.end()
  return result
}

async function order(
  { send }: Session,
  { id: product, name, price }: Part,
  vehicle?: string,
): Promise<string> {
  const body = { product, name, quantity: 10, price: price * 10, vehicle }
  return (await send<{ insertedId: string }>('POST', '/order', body)).insertedId
}

async function pay({ send }: Session, part: Part, id: string, card: TestCard = 'pm_card_visa') {
  const { clientSecret } = await send<{ clientSecret: string }>('POST', '/create-payment-intent', {
    price: part.price * 10,
    order: id,
  })
  const [transactionId = ''] = clientSecret.split('_secret_')
  await callCardProvider('POST', `/payment_intents/${transactionId}/confirm`, {
    payment_method: card,
  })
  await send('PATCH', `/order/${id}`, { order: id, transactionId })
}
