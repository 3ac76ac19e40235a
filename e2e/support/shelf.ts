import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, request as requests } from '@playwright/test'
import { createAccount, newPerson, session, theShop } from './api.ts'
import type { Part, Person } from './api.ts'

const run = promisify(execFile)

/** An admin who keeps the shelves for the tests of one worker. */
export interface Shelf {
  person: Person
  /** Puts a product of the test's own on the shelf. */
  stock(part?: {
    quantity?: number
    price?: number
    partNumber?: string
    kind?: string
  }): Promise<Part>
  /** Changes what is written about a product, as another admin does. */
  change(part: Part, changes: { price?: number; description?: string }): Promise<void>
  /** A file that would change its price and cannot be imported; the dry run's id. */
  dryRun(part: Part): Promise<string>
  /** What the catalogue says is left of it. */
  unitsLeft(part: Part): Promise<number>
  /** Ten units of a part, ordered by somebody; the order's id. */
  order(buyer: Person, part: Part): Promise<string>
  /** Pays such an order. */
  pay(buyer: Person, part: Part, order: string): Promise<void>
  /** Both at once. */
  paidOrder(buyer: Person, part: Part): Promise<string>
}

export async function openShelf(): Promise<Shelf & { end(): Promise<void> }> {
  const person = newPerson('Ada')
  const request = await requests.newContext({ baseURL: theShop().baseURL })
  await createAccount(request, person)
  await request.dispose()
  const admin = await session(person)
  await run(process.execPath, ['src/server/cli/admin.ts', 'grant', person.email], {
    env: { ...process.env, DATA_DIR: process.env['SHOP_DATA_DIR'] },
  })
  return {
    person,
    end: admin.end,
    async stock({ quantity = 100, price = 68, ...rest } = {}) {
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
    async change({ id }, changes) {
      const seen = await admin.get<object>(`/product/${id}`)
      await admin.send('PUT', `/manage/product/${id}`, { ...seen, ...changes, seen })
    },
    async dryRun({ id }) {
      const file = Buffer.from(`Id,Price,Stock\r\n${id},cheap,70`)
      let made = ''
      // Refused while two others are being read.
      await expect(async () => {
        const path = '/manage/imports?fileName=w.csv'
        made = (await admin.send<{ _id: string }>('POST', path, file))._id
      }).toPass({ timeout: 15_000 })
      return made
    },
    unitsLeft: async ({ id }) => (await admin.get<{ quantity: number }>(`/product/${id}`)).quantity,
    async order(buyer, part) {
      const buying = await session(buyer)
      const id = await order(buying, part)
      await buying.end()
      return id
    },
    async pay(buyer, part, id) {
      const buying = await session(buyer)
      await pay(buying, part, id)
      await buying.end()
    },
    async paidOrder(buyer, part) {
      const buying = await session(buyer)
      const id = await order(buying, part)
      await pay(buying, part, id)
      await buying.end()
      return id
    },
  }
}

type Session = Awaited<ReturnType<typeof session>>

async function order({ send }: Session, { id: product, name, price }: Part): Promise<string> {
  const body = { product, name, quantity: 10, price: price * 10 }
  return (await send<{ insertedId: string }>('POST', '/order', body)).insertedId
}

/** Pays ten units of a part that were ordered before. */
async function pay({ send }: Session, part: Part, id: string) {
  const { clientSecret } = await send<{ clientSecret: string }>('POST', '/create-payment-intent', {
    price: part.price * 10,
    order: id,
  })
  const [transactionId = ''] = clientSecret.split('_secret_')
  await fetch(`${theShop().sandboxUrl}/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer sk_test_${process.env['SANDBOX_KEYS'] ?? 'sandbox'}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  await send('PATCH', `/order/${id}`, { order: id, transactionId })
}
