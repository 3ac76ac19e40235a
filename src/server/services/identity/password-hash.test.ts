import { expect, test } from 'vitest'
import { browserAt } from '../../testing/browser-at.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import { hashPassword } from './password-hash.ts'

test('sign-in is refused with 503 while the queue of hashes is full', async () => {
  const shop = await openShop()
  const ask = browserAt(openProvider(shop), shop.config.PUBLIC_URL)
  await ask('sign-in/email', { email: 'mia@shop.example', password: 'opens the provider' })
  const hashes = Promise.all(Array.from({ length: 104 }, () => hashPassword('taillight-40')))
  const refused = await ask('sign-in/email', { email: 'mia@shop.example', password: 'any' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  await hashes
  const heard = await ask('sign-in/email', { email: 'mia@shop.example', password: 'any' })
  expect(heard.status).toBe(401)
  await shop.close()
})
