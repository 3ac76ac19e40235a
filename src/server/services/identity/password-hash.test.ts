import { expect, test } from 'vitest'
import { browserAt } from '../../testing/browser-at.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import { hashPassword } from './password-hash.ts'

test('sign-in is refused with 503 while the queue of hashes is full', async () => {
  const shop = await openShop()
  const ask = browserAt(openProvider(shop), shop.config.PUBLIC_URL)
  await ask('sign-in/email', { email: 'mia@shop.example', password: 'opens the provider' })
  const stopHashing = keepHashQueueFull()
  const refused = await ask('sign-in/email', { email: 'mia@shop.example', password: 'any' }).finally(
    stopHashing,
  )
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const heard = await ask('sign-in/email', { email: 'mia@shop.example', password: 'any' })
  expect(heard.status).toBe(401)
  await shop.close()
})

/** Starts another hash for each that ends: a queue that is filled once has room again before a slow request reaches it. */
function keepHashQueueFull() {
  let isStopped = false
  const hashes = Array.from({ length: 104 }, async () => {
    while (!isStopped) await hashPassword('taillight-40')
  })
  return async () => {
    isStopped = true
    await Promise.all(hashes)
  }
}
