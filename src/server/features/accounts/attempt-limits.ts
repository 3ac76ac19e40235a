import type { FastifyRequest } from 'fastify'
import { rateLimitKey } from '../../http/limits/rate-limit-key.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { guessesWithoutPause, pauseAfter } from '../../http/limits/sign-in-limits.ts'
import type { EmbeddedIdentity } from '../../services/identity/embedded-identity.ts'

/** Limited for each account and each IP address, and logged. */
const attempts = [
  '/sign-in/email',
  '/confirm-email',
  '/sign-up/email',
  '/request-password-reset',
  '/send-verification-email',
] as const
export type Attempt = (typeof attempts)[number]

export const isAttempt = (path: string): path is Attempt =>
  attempts.some((attempt) => attempt === path)

/** The attempt whose counts are used: both try a password. */
const countedAs = (attempt: Attempt) => (attempt === '/confirm-email' ? '/sign-in/email' : attempt)

interface Counted {
  limits: RateLimits
  identity: Pick<EmbeddedIdentity, 'findKnownBrowser'>
}

/** Takes a login that succeeded out of the counts, which are of failures. */
type Forgive = () => Promise<unknown>
const forgiveNothing: Forgive = async () => {}

/** Counts a call of the identity provider before it is made, so that simultaneous guesses all count. */
export async function countAttempt(
  { limits, identity }: Counted,
  path: string,
  { ip, body, headers }: FastifyRequest,
): Promise<Forgive> {
  const address = rateLimitKey(ip)
  if (!isAttempt(path)) {
    await limits.takeExactly('identity by address', address)
    return forgiveNothing
  }
  const attempt = countedAs(path)
  const { email: given } = { ...(body as { email?: unknown } | null) }
  const email = typeof given === 'string' ? given.toLowerCase() : undefined
  const browser = email && (await identity.findKnownBrowser(headers.cookie, email))
  if (browser) {
    const name = `${attempt} by known browser` as const
    const key = `${browser} ${email}`
    await limits.takeExactly(name, key)
    return () => limits.giveBack(name, key)
  }
  await limits.takeExactly('identity by address', address)
  await limits.takeExactly(`${attempt} by address`, address)
  if (email === undefined) return forgiveNothing
  const pair = `${address} ${email}`
  await limits.takeExactly(`${attempt} by email and address`, pair)
  if (attempt !== '/sign-in/email') return forgiveNothing
  const forgive = () =>
    Promise.all([
      limits.giveBack('/sign-in/email by email and address', pair),
      limits.giveBack('/sign-in/email by account', email),
    ])
  await pauseAfterManyFailures(limits, email, pair)
  return forgive
}

/** Slows unknown browsers down once an account has had many failures; a refused try does not count as one. */
async function pauseAfterManyFailures(limits: RateLimits, email: string, pair: string) {
  const failures = await limits.takeExactly('/sign-in/email by account', email)
  if (failures <= guessesWithoutPause) return
  try {
    const limit = { max: 1, seconds: pauseAfter(failures) }
    await limits.takeExactly('/sign-in/email after a pause', pair, limit)
  } catch (error) {
    await limits.giveBack('/sign-in/email by account', email)
    throw error
  }
}
