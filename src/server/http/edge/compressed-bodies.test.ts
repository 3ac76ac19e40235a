import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let anna: TestUser
beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ isAdmin: true })
})
afterAll(() => shop.close())

const send = (url: string, type: string, encoding: string, body: string | Buffer) =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${anna.token}`,
      'content-type': type,
      'content-encoding': encoding,
    },
    payload: body,
  })

/** @shows row-198 */
test.each([
  ['/api/manage/imports?fileName=a.csv', 'text/csv'],
  ['/api/manage/imports?fileName=a.csv&of=numbers', 'text/csv'],
  ['/api/manage/imports?fileName=a.csv&of=fitments', 'text/csv'],
  ['/api/order', 'application/json'],
  ['/webhooks/stripe', 'application/json'],
])('a compressed body of %s is refused by the name of its encoding', async (url, type) => {
  for (const encoding of ['gzip', 'BR', 'deflate, identity']) {
    const answer = await send(url, type, encoding, gzipSync('Part number,Price\nA,1\n'))
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported-media'])
    expect(answer.json().detail).toContain(encoding)
    expect(answer.headers['accept-encoding']).toBe('identity')
  }
})

test('a body that says it is not encoded is read', async () => {
  const answer = await send('/api/manage/imports?fileName=a.csv', 'text/csv', 'identity', 'Name\n')
  expect(answer.statusCode).toBe(200)
})
