import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Parsed, Response } from '#contract/shared/endpoint.ts'
import { countPublicCall, requireAccess } from './access.ts'
import type { Guards, User } from './access.ts'
import { AppError } from './errors.ts'
import type { IdentityClaims } from '../services/identity/identity.ts'
import type { Timeouts } from './limits/timeouts.ts'

type Caller<E extends Endpoint> = E['access'] extends 'public'
  ? object
  : E['access'] extends 'identity'
    ? { identity: IdentityClaims }
    : { user: User }

/** What a handler gets: the parsed request, who calls, and Fastify's own pair for what is rare. */
export type Call<E extends Endpoint> = Parsed<E> &
  Caller<E> & { request: FastifyRequest; reply: FastifyReply }

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Why a route of the API stands outside of the contract. */
    outsideContract?: string
  }
}

/** Refuses to register a route of the API that nobody declared: what is not declared is not served. */
export function requireDeclaration({ url, method, config }: RouteOptions) {
  if (!url.startsWith('/api') || config?.endpoint || config?.outsideContract) return
  throw new Error(`${String(method)} ${url} is not declared in the contract`)
}

export interface Router {
  app: FastifyInstance
  guards: Guards
  timeouts: Timeouts
}

/** Serves one endpoint of the contract: guards it, parses the request, sends what the response declares. */
export function route<const E extends Endpoint>(
  router: Router,
  e: E,
  handle: (call: Call<E>) => Promise<Response<E>>,
) {
  rawRoute(router, e, async (call) => {
    const answer = z.safeParse(e.response, await handle(call))
    if (!answer.success) {
      throw new Error(`${e.method} ${e.path} answers what it does not declare`, {
        cause: answer.error,
      })
    }
    return call.reply.send(answer.data)
  })
}

/** The path of the contract as the router writes it. */
export const addressOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The same for an endpoint that writes its own answer. */
export function rawRoute<const E extends Endpoint>(
  { app, guards, timeouts }: Router,
  e: E,
  handle: (call: Call<E>) => Promise<FastifyReply>,
) {
  app.route({
    method: e.method,
    url: addressOf(e.path),
    config: { endpoint: e, ...patienceFor(e, timeouts) },
    onRequest: guardOf(e, guards),
    handler: (request, reply) => {
      const { user, identity } = request
      const call = { ...parse(e, request), user, identity, request, reply }
      // Counted once it can be read, so that a mistyped review is not one of five an hour.
      const limit = (user?.isAdmin && e.limitForAdmins) || e.limit
      if (limit && user) guards.limits.take(limit, user.id)
      // Safe: parse() ran the schemas these types are made from, and the guard set what e.access asks for.
      return guards.gate.during(e.lane, () => handle(call as unknown as Call<E>))
    },
  })
}

/** Waits for nothing where anybody may call: a promise for each call costs more than to count it. */
function guardOf({ access, limit, lane }: Endpoint, guards: Guards) {
  if (access === 'public') {
    const count: onRequestHookHandler = (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      countPublicCall(limit, request, guards)
      done()
    }
    return count
  }
  const admit: onRequestAsyncHookHandler = async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await guards.gate.during(lane, () => requireAccess(access, request, guards))
  }
  return admit
}

/**
 * How long a call may take, its body included. The time counts until the last byte is sent, so long
 * lists get more. Other answers from memory cannot hang, and are worth more than a clock costs.
 */
function patienceFor({ upload, takes, file, lane, response }: Endpoint, timeouts: Timeouts) {
  if (upload || takes) return { patience: timeouts.upload }
  if (file !== undefined || response instanceof z.ZodMiniArray) return { patience: timeouts.list }
  return lane === 'memory' ? {} : { patience: timeouts.call }
}

function parse(e: Endpoint, request: FastifyRequest) {
  return {
    ...(e.params && { params: parsePart(e.params, request.params) }),
    ...(e.query && { query: parsePart(e.query, request.query) }),
    ...(e.body && { body: parsePart(e.body, request.body ?? {}) }),
  }
}

function parsePart(schema: z.ZodMiniType, input: unknown) {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }))
  // An id of the wrong shape names nothing, like one that was never given out.
  if (errors.some(({ field }) => field === 'id')) throw new AppError('not-found')
  throw new AppError('invalid', { errors })
}
