import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { OneLineValues } from './order-values.ts'
import { insertWithOthers } from './place-together.ts'

/** Statements that were sent and are not answered yet, by the products of their orders. */
function slowDatabase() {
  const statements: { products: readonly string[]; answer: () => void }[] = []
  const query = ({ values }: { values: [unknown, unknown, readonly string[]] }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const [, , products] = values
    const rows = products.map((insertedId, index) => ({ place: index + 1, insertedId }))
    statements.push({ products, answer: () => resolve({ rows }) })
    return promise
  }
  return { pool: { query } as unknown as Pool, statements }
}

let accounts = 0
const orderOf = (product: string): OneLineValues => {
  accounts += 1
  return {
    userId: `account ${accounts}`,
    email: 'x',
    product,
    quantity: 10,
    totalCents: 4_000,
    limits: [],
    key: `key ${accounts}`,
    hash: 'hash',
    shippingCents: 0,
    reference: null,
    vehicle: null,
    verdict: null,
    orderedAs: null,
  }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

const products = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${n}`)

/** Places orders of these products on top of those before, and the products of each statement since the start. */
function openQueue() {
  const { pool, statements } = slowDatabase()
  const placed: Promise<unknown>[] = []
  const sent = () => statements.map((statement) => statement.products)
  return {
    async place(ordered: string[]) {
      placed.push(...ordered.map((product) => insertWithOthers(pool, orderOf(product))))
      await turn()
      return sent()
    },
    async answer(index: number) {
      statements[index]?.answer()
      await turn()
      return sent()
    },
    async end() {
      for (let index = 0; index < statements.length; index += 1) await this.answer(index)
      await Promise.all(placed)
    },
  }
}

test('16 orders share a statement; of more, those of half of the callers', async () => {
  const queue = openQueue()
  expect(await queue.place(products('a', 16))).toEqual([products('a', 16)])
  const more = products('b', 30)
  expect(await queue.place(more)).toHaveLength(1)
  expect((await queue.answer(0))[1]).toEqual(more.slice(0, 23))
  expect((await queue.answer(1))[2]).toEqual(more.slice(23))
  await queue.end()
})

test('a statement has 32 orders at most', async () => {
  const queue = openQueue()
  const [first, second] = await queue.place(products('a', 80))
  expect([first, second].map((statement) => statement?.length)).toEqual([32, 24])
  await queue.end()
})

test('32 waiting orders start a second statement, of what the first does not lock', async () => {
  const queue = openQueue()
  expect(await queue.place(['a', 'a'])).toEqual([['a', 'a']])
  expect(await queue.place(['a', ...products('b', 30)])).toHaveLength(1)
  expect((await queue.place(['c']))[1]).toEqual(products('b', 16))
  expect(await queue.place(products('d', 32))).toHaveLength(2)
  expect((await queue.answer(0))[2]).toContain('a')
  await queue.end()
})
