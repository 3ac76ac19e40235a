import type { FastifyRequest } from 'fastify'
import { networksOf, rateLimitKey } from '../../http/limits/rate-limit-key.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { guessesWithoutPause, pauseAfter, signInLimits } from '../../http/limits/sign-in-limits.ts'
import type { SignInLimitName } from '../../http/limits/sign-in-limits.ts'
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
  const networks = networksOf(ip)
  const takeForEach = async (name: SignInLimitName, keyOf: (network: string) => string) => {
    const { max, seconds } = signInLimits[name]
    for (const { key, times } of networks) {
      await limits.takeExactly(name, keyOf(key), { max: times * max, seconds })
    }
  }
  const takeForAddress = (name: SignInLimitName) => takeForEach(name, (network) => network)
  if (!isAttempt(path)) {
    await takeForAddress('identity by address')
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
  await takeForAddress('identity by address')
  await takeForAddress(`${attempt} by address`)
  if (email === undefined) return forgiveNothing
  const pairOf = (network: string) => `${network} ${email}`
  await takeForEach(`${attempt} by email and address`, pairOf)
  if (attempt !== '/sign-in/email') return forgiveNothing
  const forgive = () =>
    Promise.all([
      ...networks.map(({ key }) =>
        limits.giveBack('/sign-in/email by email and address', pairOf(key)),
      ),
      limits.giveBack('/sign-in/email by account', email),
    ])
  await pauseAfterManyFailures(limits, email, pairOf(rateLimitKey(ip)))
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
