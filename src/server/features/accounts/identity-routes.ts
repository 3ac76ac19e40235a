import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerAt } from '../../http/limits/rate-limit-key.ts'
import { AppError } from '../../http/errors.ts'
import type { Gate } from '../../http/limits/load-shedding.ts'
import type { Limits } from '../../http/limits/shared-rate-limits.ts'
import { basePath } from '../../services/identity/embedded-identity.ts'
import type { EmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import { timeouts } from '../../http/limits/timeouts.ts'

/** Mounts the embedded identity provider's own calls, which speak web-standard requests. */
export function identityRoutes(
  app: FastifyInstance,
  { identity, limits, gate }: { identity: EmbeddedIdentity; limits: Limits; gate: Gate },
) {
  app.route({
    method: ['GET', 'POST'],
    url: `${basePath}/*`,
    config: {
      outsideContract: "the identity provider's own calls",
      lane: 'ordinary',
      patience: timeouts.call,
    },
    handler: async (request, reply) => {
      const asked = webRequest(request, identity.issuer)
      const attempt = attemptOf(asked)
      if (!isServed(asked.method, attempt)) throw new AppError('not-found')
      await refuseTooMany(limits, attempt, request)
      const started = performance.now()
      const response = await gate.during('ordinary', () => identity.handle(asked))
      if (rules[attempt]?.secretive === response.status) await untilNextBeat(started)
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
 * What pages and mails ask for. The library knows more, such as another password for whoever has a session:
 * that would be without our limits, and would leave tokens of before alive.
 */
const served: Readonly<Record<string, readonly RegExp[]>> = {
  GET: [
    /^\/(?:get-session|token|jwks|verify-email|callback\/google|error)$/,
    /^\/reset-password\/[^/]+$/,
  ],
  POST: [
    /^\/(?:sign-up|sign-in|send-verification)[/-]email$/,
    /^\/(?:sign-in\/social|sign-out|request-password-reset|reset-password|callback\/google)$/,
  ],
}

const isServed = (method: string, path: string) =>
  served[method]?.some((known) => known.test(path)) ?? false

interface Rule {
  /** Tries a minute from one address, which may be a whole workshop's. */
  perAddress: number
  /** Tries a minute for one account, wherever they come from. */
  perEmail: number
  /** The status that both an account and none are answered with. */
  secretive?: number
}

/** Of everything together, from one address. */
const perAddress = 600

const rules: Readonly<Record<string, Rule>> = {
  '/sign-in/email': { perAddress: 120, perEmail: 10, secretive: 401 },
  '/sign-up/email': { perAddress: 60, perEmail: 5 },
  '/request-password-reset': { perAddress: 30, perEmail: 3, secretive: 200 },
  '/send-verification-email': { perAddress: 30, perEmail: 3 },
}

const beatMs = 250

/**
 * What the provider does for an account takes a query or two longer than for none. Answers that must not
 * tell are given a quarter of a second after they were asked for, or a half, and so on.
 */
async function untilNextBeat(started: number) {
  await sleep(beatMs - ((performance.now() - started) % beatMs))
}

/** Every attempt to get in, whether it succeeds or not. Whose it was is nobody's who reads logs. */
function logAttempt(request: FastifyRequest, attempt: string, status: number) {
  if (rules[attempt]) request.log.info({ attempt, status, ip: request.ip }, 'identity')
}

/** As the provider reads the address: what was sent may say the same in other ways, `/./` for one. */
const attemptOf = ({ url }: Request) => new URL(url).pathname.slice(basePath.length)

async function refuseTooMany(limits: Limits, attempt: string, { ip, body }: FastifyRequest) {
  await limits.take({ name: 'identity by address', perMinute: perAddress }, callerAt(ip))
  const rule = rules[attempt]
  if (!rule) return
  await limits.take({ name: `${attempt} by address`, perMinute: rule.perAddress }, callerAt(ip))
  const email = (body as { email?: unknown } | null)?.email
  if (typeof email !== 'string') return
  await limits.take({ name: `${attempt} by email`, perMinute: rule.perEmail }, email.toLowerCase())
}

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  // PostgreSQL refuses U+0000, and the library would answer that as a fault of its own.
  if (body?.includes(String.raw`\u0000`)) throw new AppError('invalid')
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  })
}
