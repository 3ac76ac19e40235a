import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/shared/limits.ts'
import { createRateLimits } from './rate-limits.ts'
import type { AppError } from '../../errors/errors.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on' })
})
afterAll(() => shop.close())

/** @shows asvs-2.4.1 */
test('new accounts of many /64s count for their /56 and /48, and failed ones for none', async () => {
  const node = createRateLimits(shop.database.pool, { signUpsPerHour: 2 })
  const fresh = randomUUID()
  const prefix = `2001:${fresh.slice(0, 4)}:${fresh.slice(4, 8)}`
  const create = (network: string, isCreated = true) =>
    node
      .countNewAccount('sign-ups by address', `${prefix}:${network}::1`, {
        create: async () => 'created',
        isCreated: () => isCreated,
      })
      .catch(({ code }: AppError) => code)
  const createMany = (networks: string[]) =>
    networks.reduce<Promise<string[]>>(
      async (done, network) => [...(await done), await create(network)],
      Promise.resolve([]),
    )
  for (let failed = 0; failed < 10; failed += 1) await create('1', false)
  const homes = await createMany(Array.from({ length: 9 }, (_, index) => `1${index}`))
  expect(homes).toEqual([...Array<string>(8).fill('created'), 'too-many'])
  const others = Array.from({ length: 25 }, (_, index) => `${index + 10}00`)
  expect(await createMany(others)).toEqual([...Array<string>(24).fill('created'), 'too-many'])
})

/** @shows asvs-2.4.1 */
test('calls from many /64s count for their /56 and /48, and refused ones for none', () => {
  const node = createRateLimits(shop.database.pool)
  const { max } = limits.contact
  const callsFrom = (network: string) => {
    for (let calls = 0; ; calls += 1) {
      try {
        node.takeFrom('contact', `2001:db8:${network}::1`)
      } catch {
        return calls
      }
    }
  }
  const homes = Array.from({ length: 6 }, (_, index) => callsFrom(`7:1${index}`))
  expect(homes).toEqual([max, max, max, max, 0, 0])
  const others = Array.from({ length: 14 }, (_, index) => callsFrom(`7:${index + 10}00`))
  expect(others).toEqual([...Array<number>(12).fill(max), 0, 0])
  expect(callsFrom('8:1')).toBe(max)
})

/** @shows asvs-2.4.1 */
test('reads and failed tokens of a /48 are refused at sixteen times the limit of an address', async () => {
  const { limits: counts } = shop.shop.router.guards
  const around = Array.from({ length: 16 }, (_, index) => `2001:db8:9:${index + 10}00::1`)
  for (const name of ['reads', 'failedTokens'] as const) {
    for (const ip of around) {
      for (let count = 0; count < limits[name].max; count += 1) counts.takeFrom(name, ip)
    }
  }
  expect(await statusesFor('2001:db8:9:ff00::1')).toEqual([429, 429])
  expect(await statusesFor('2001:db8:a:ff00::1')).toEqual([200, 401])
})

/** The statuses of a read and of a call with a token that nobody has. */
async function statusesFor(address: string) {
  const token = { authorization: 'Bearer none' }
  const answers = [
    await shop.app.inject({ url: '/api/products', remoteAddress: address }),
    await shop.app.inject({ url: '/api/cart', remoteAddress: address, headers: token }),
  ]
  return answers.map(({ statusCode }) => statusCode)
}
