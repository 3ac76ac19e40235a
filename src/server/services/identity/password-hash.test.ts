import { expect, onTestFinished, test } from 'vitest'
import { browserAt } from '../../testing/browser-at.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import { hashPassword } from './password-hash.ts'

test('sign-in is refused with 503 while the queue of hashes is full', async () => {
  const shop = await openShop()
  const ask = browserAt(openProvider(shop), shop.config.PUBLIC_URL)
  await ask('sign-in/email', { email: 'mia@shop.example', password: 'opens the provider' })
  const stopHashing = keepHashQueueFull()
  const refused = await ask('sign-in/email', { email: 'mia@shop.example', password: 'any' })
  await stopHashing()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const served = await ask('sign-in/email', { email: 'mia@shop.example', password: 'any' })
  expect(served.status).toBe(401)
  await shop.close()
})

/** Starts a hash for each that ends: after filling the queue once, it has room again before a slow request arrives. */
function keepHashQueueFull() {
  const stopping = new AbortController()
  const hashes = Array.from({ length: 104 }, async () => {
    while (!stopping.signal.aborted) await hashPassword('taillight-40')
  })
  const stop = async () => {
    stopping.abort()
    await Promise.all(hashes)
  }
  onTestFinished(stop)
  return stop
}
