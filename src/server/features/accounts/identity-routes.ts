import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/errors.ts'
import { isShed } from '../../http/limits/load-shedding.ts'
import type { LoadShedder } from '../../http/limits/load-shedding.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { basePath } from '../../services/identity/embedded-options.ts'
import type { EmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import { timeouts } from '../../http/limits/timeouts.ts'
import { countAttempt, isAttempt } from './attempt-limits.ts'
import type { Attempt } from './attempt-limits.ts'
import { normaliseReturnsInQuery, withNormalisedReturns } from './return-addresses.ts'

interface Options {
  identity: EmbeddedIdentity
  limits: RateLimits
  loadShedder: LoadShedder
}

/** Mounts the embedded identity provider's own calls, which speak web-standard requests. */
export function identityRoutes(app: FastifyInstance, { identity, limits, loadShedder }: Options) {
  app.route({
    method: ['GET', 'POST'],
    url: `${basePath}/*`,
    config: {
      outsideContract: "the identity provider's own calls",
      timeoutMs: timeouts.call,
      redirectsTo: identity.redirectsTo,
    },
    handler: async (request, reply) => {
      const asked = webRequest(request, identity.issuer)
      const attempt = attemptOf(asked)
      if (!isServed(asked.method, attempt)) throw new AppError('not-found')
      const forgive = await loadShedder.run('ordinary', () =>
        countAttempt({ limits, identity }, attempt, request),
      )
      // Before the turn: the first calls of a new process would occupy the turns while the library loads.
      await identity.load()
      const started = performance.now()
      const handle = () =>
        hashing.has(attempt)
          ? loadShedder
              .run('sign-in', () => identity.handle(asked))
              .catch((error: unknown) => forgiveIfShed(error, forgive))
          : loadShedder.resume('ordinary', () => identity.handle(asked))
      const response =
        attempt === '/sign-up/email'
          ? await limits.countNewAccount('sign-ups by address', request.ip, {
              create: handle,
              isCreated: ({ status }) => status === 200,
            })
          : await handle()
      if (response.ok && isLogin(attempt)) await forgive()
      if (isSecret(attempt, response.status)) await padResponseTime(started)
      logAttempt(request, attempt, response.status)
      reply.code(response.status)
      response.headers.forEach((value, name) => {
        if (name !== 'set-cookie') reply.header(name, value)
      })
      reply.header('set-cookie', response.headers.getSetCookie())
      reply.header('cache-control', 'no-store')
      return reply.send(Buffer.from(await response.arrayBuffer()))
    },
  })
}

/**
 * The routes that pages and mails use. The library has more, such as a new password for anyone with a session:
 * that would be without our limits, and would leave earlier tokens alive.
 */
const served: Readonly<Record<string, readonly RegExp[]>> = {
  GET: [
    /^\/(?:get-session|token|jwks|verify-email|callback\/google|error)$/,
    /^\/reset-password\/[^/]+$/,
  ],
  POST: [
    /^\/(?:sign-up|sign-in|send-verification)[/-]email$/,
    /^\/(?:sign-in\/social|sign-out|request-password-reset|reset-password|confirm-email|callback\/google)$/,
  ],
}

const isServed = (method: string, path: string) =>
  served[method]?.some((known) => known.test(path)) ?? false

/** Calls that hash a password, which takes longer than all else they do. */
const hashing = new Set(['/sign-in/email', '/sign-up/email', '/reset-password', '/confirm-email'])

/** Statuses that do not reveal whether there is an account; nor must the time they take. */
const secretStatus: Partial<Record<Attempt, number>> = {
  '/sign-in/email': 401,
  '/request-password-reset': 200,
}

const isSecret = (path: string, status: number) => isAttempt(path) && secretStatus[path] === status

const isLogin = (path: string) => path === '/sign-in/email' || path === '/confirm-email'

/** A login that load shedding refused has tried no password. */
async function forgiveIfShed(error: unknown, forgive: () => Promise<unknown>): Promise<never> {
  if (isShed(error)) await forgive()
  throw error
}

const stepMs = 250

/**
 * Rounds the response time up to a multiple of a quarter of a second: the provider makes a query or two
 * more for an account that exists.
 */
async function padResponseTime(started: number) {
  await sleep(stepMs - ((performance.now() - started) % stepMs))
}

/** Logs attempts to sign in, successful or not, without naming the account. */
function logAttempt(request: FastifyRequest, path: string, status: number) {
  if (isAttempt(path)) request.log.info({ attempt: path, status, ip: request.ip }, 'identity')
}

/** As the provider reads the address: what was sent may say the same in other ways, `/./` for one. */
const attemptOf = ({ url }: Request) => new URL(url).pathname.slice(basePath.length)

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const url = new URL(request.url, origin)
  normaliseReturnsInQuery(url)
  const given = withNormalisedReturns(request.body, url.origin)
  const body = given === undefined ? undefined : JSON.stringify(given)
  // PostgreSQL refuses U+0000, and the library would answer that as a fault of its own.
  if (body?.includes(String.raw`\u0000`)) throw new AppError('invalid')
  return new Request(url, {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  })
}
