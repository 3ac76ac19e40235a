import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { signInLimits } from '../../http/limits/sign-in-limits.ts'
import { noRateLimits } from '../../http/limits/rate-limits.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { countAttempt } from './attempt-limits.ts'

/** Exact counts of one window, in memory. */
function countsInMemory(): RateLimits {
  const counts = new Map<string, number>()
  return {
    ...noRateLimits,
    async takeExactly(name, key, { max } = signInLimits[name]) {
      const id = `${name} ${key}`
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      if (count > max) throw new Error(name)
      return count
    },
  }
}

/** @shows asvs-2.4.1 */
test.each([
  ['/sign-in/email', '/sign-in/email by address', true],
  ['/sign-up/email', '/sign-up/email by address', true],
  ['/request-password-reset', '/request-password-reset by email and address', false],
  ['/verify-email', 'identity by address', undefined],
] as const)(
  'calls of %s from many /64s end at four times their limit for a /56, and at sixteen for a /48',
  async (path, name, areOfMany) => {
    const { max } = signInLimits[name]
    const counted = {
      limits: countsInMemory(),
      identity: { findKnownBrowser: async () => undefined },
    }
    let calls = 0
    /** How many calls from an address are let through before one is refused. */
    const passed = async (network: string) => {
      for (let count = 0; count <= max; count += 1) {
        const email = `${areOfMany ? (calls += 1) : 'mia'}@shop.example`
        const asked = { ip: `2001:db8:${network}::1`, headers: {}, body: { email } }
        try {
          // Safe: nothing else of the request is read.
          await countAttempt(counted, path, asked as unknown as FastifyRequest)
        } catch (error) {
          expect(error).toMatchObject({ message: name })
          return count
        }
      }
      return max + 1
    }
    // A refused call counts where it was refused, and in the networks below.
    const homes = []
    for (let home = 0; home < 6; home += 1) homes.push(await passed(`7:1${home}`))
    expect(homes).toEqual([max, max, max, max, 0, 0])
    const others = []
    for (let other = 0; other < 14; other += 1) others.push(await passed(`7:${other + 20}00`))
    expect(others.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(11 * max - 20)
    expect(others.slice(0, 11)).toEqual(Array(11).fill(max))
    expect(others.at(-1)).toBe(0)
    expect(await passed('8:1')).toBe(max)
  },
)
