import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { OneLineValues } from './insert-order.ts'
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
  const user = `account ${accounts}`
  const key = `key ${accounts}`
  return [user, 'x', product, 10, 4_000, [] as never, key, 'hash', 0, null, null, null, null]
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('eight orders of free products share a second statement beside another; the rest waits', async () => {
  const { pool, statements } = slowDatabase()
  const placed: Promise<unknown>[] = []
  const place = async (...products: string[]) => {
    placed.push(...products.map((product) => insertWithOthers(pool, orderOf(product))))
    await turn()
    return statements.map(({ products: sent }) => sent.join())
  }
  const seven = ['b', 'c', 'd', 'e', 'f', 'g', 'h']
  expect(await place('a', 'a')).toEqual(['a,a'])
  expect(await place(...seven, 'a')).toEqual(['a,a'])
  expect(await place('i')).toEqual(['a,a', 'b,c,d,e,f,g,h,i'])
  expect(await place(...seven.map((name) => `${name}2`), 'j')).toHaveLength(2)
  statements[0]?.answer()
  await turn()
  expect(statements.slice(2).map(({ products }) => products.join())).toEqual([
    'a,b2,c2,d2,e2,f2,g2,h2,j',
  ])
  for (const { answer } of statements) answer()
  await Promise.all(placed)
})
