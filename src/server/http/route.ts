import type { Readable } from 'node:stream'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Endpoint, Parsed, Response } from '#contract/shared/endpoint.ts'
import type { Schema } from '../db/schema.ts'
import { limitPublicCall, requireAccess, requireFreshSignIn } from './access.ts'
import type { Guards, User } from './access.ts'
import { routePath } from './edge/route-path.ts'
import type { IdentityClaims } from '../services/identity/claims.ts'
import { earlierRequest, idempotencyKeyOf, markReplayed, runIdempotently } from './idempotency.ts'
import { isSearch } from './limits/load-shedding.ts'
import type { Timeouts } from './limits/timeouts.ts'
import { parseRequest } from './parse-request.ts'
import type { PublicReads } from './public/public-reads.ts'
import { changesPublicReads, invalidatePublicReads, refuseDuplicates } from './write-effects.ts'
import type { Duplicates } from './write-effects.ts'

type Caller<E extends Endpoint> = E['access'] extends 'public'
  ? object
  : E['access'] extends 'identity'
    ? { identity: IdentityClaims }
    : { user: User }

/** The transaction of an idempotent call, committed together with its key. */
type Effect<E extends Endpoint> = E['idempotent'] extends true
  ? { trx: Transaction<Schema> }
  : object

/** What a handler gets: the parsed request, the caller, and Fastify's own pair for rare needs. */
export type Call<E extends Endpoint> = Parsed<E> &
  Caller<E> &
  Effect<E> & { request: FastifyRequest; reply: FastifyReply }

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Why a route below `/api` is not in the contract. */
    outsideContract?: string
  }
}

/** Refuses to register routes below `/api` that the contract does not declare. */
export function requireDeclaration({ url, method, config }: RouteOptions) {
  if (!url.startsWith('/api') || config?.endpoint || config?.outsideContract) return
  throw new Error(`${String(method)} ${url} is not declared in the contract`)
}

export interface Router {
  app: FastifyInstance
  guards: Guards
  timeouts: Timeouts
  publicReads: Pick<PublicReads, 'changed'>
}

/**
 * Serves an endpoint and does what it declares: access, rate limits, parsing, timeout, load shedding,
 * idempotency, and the invalidation of public reads after a write.
 */
export function route<const E extends Endpoint>(
  router: Router,
  e: E,
  handle: (call: Call<E>) => Promise<Response<E>>,
  { duplicates }: { duplicates?: Duplicates } = {},
) {
  let effect = e.idempotent === true ? inTransaction(router, handle) : handle
  if (duplicates) effect = refuseDuplicates(effect, duplicates)
  if (changesPublicReads(e)) effect = invalidatePublicReads(effect, router.publicReads)
  register(router, e, effect, (reply, answer) => {
    const checked = z.safeParse(e.response, answer)
    if (!checked.success) {
      throw new Error(`${e.method} ${e.path} response does not match its schema`, {
        cause: checked.error,
      })
    }
    return reply.send(checked.data)
  })
}

/** A response that a handler makes itself. */
export interface RawResponse {
  status?: number
  headers: Readonly<Record<string, string>>
  body?: string | Buffer | Readable
}

/** Serves an endpoint whose handler makes the response itself. Reads only: writes need {@link route}. */
export function rawRoute<const E extends Endpoint & { method: 'GET' }>(
  router: Router,
  e: E,
  handle: (call: Call<E>) => Promise<RawResponse>,
) {
  if (changesPublicReads(e)) throw new Error(`${e.method} ${e.path} would invalidate nothing`)
  register(router, e, handle, (reply, { status = 200, headers, body }) =>
    reply.code(status).headers(headers).send(body),
  )
}

interface Asked {
  user: User | undefined
  query?: unknown
}

function register<E extends Endpoint, Answer>(
  { app, guards, timeouts }: Router,
  e: E,
  handle: (call: Call<E>) => Promise<Answer>,
  send: (reply: FastifyReply, answer: Answer) => FastifyReply,
) {
  const { loadShedder, limits } = guards
  const { priorityClass } = e
  const takeTurn = e.access === 'public' ? loadShedder.run : loadShedder.resume
  const inTurn = ({ user, query }: Asked, work: () => Promise<Answer>) => {
    const run = () => takeTurn(priorityClass, work)
    if (!user || !isSearch(query)) return run()
    return loadShedder.search({ key: `account ${user.id}`, isAdmin: user.isAdmin }, run)
  }
  app.route({
    method: e.method,
    url: routePath(e.path),
    config: { endpoint: e, ...timeoutFor(e, timeouts) },
    ...(e.bodyBytesMax && { bodyLimit: e.bodyBytesMax }),
    onRequest: guardFor(e, guards),
    handler: async (request, reply) => {
      const { user, identity } = request
      const call = { ...parseRequest(e, request), user, identity, request, reply }
      // Rate-limited after parsing, so that invalid requests do not use up the quota.
      const limit = (user?.isAdmin && e.limitForAdmins) || e.limit
      try {
        if (limit && user) limits.take(limit, user.id)
      } catch (error) {
        const earlier = await takeTurn(priorityClass, () => answerOfRepetition(guards, e, call))
        if (earlier === undefined) throw error
        return send(markReplayed(reply), earlier as Answer)
      }
      // Safe: parseRequest() ran the schemas of these types, and the guard set what e.access asks for.
      const answer = await inTurn(call, () => handle(call as unknown as Call<E>))
      // Sent when the turn is over: a client that reads slowly keeps nobody waiting.
      return send(reply, answer)
    },
  })
}

/** The first answer of a call that is repeated under its key; undefined for any other call. */
async function answerOfRepetition({ database }: Guards, e: Endpoint, call: object) {
  // Safe: the contract's test allows idempotent calls for accounts only.
  const { user, params, body, request } = call as IdempotentCall
  const content = e.idempotent === true ? { ...params, ...body } : body
  const key = e.idempotent && idempotencyKeyOf(request, content)
  const earlier = key && (await earlierRequest(database.db, user.id, key))
  return earlier?.isSame ? (earlier.answer ?? undefined) : undefined
}

/** Runs the handler in one transaction with the caller's idempotency key. */
const inTransaction =
  <E extends Endpoint>({ guards }: Router, handle: (call: Call<E>) => Promise<Response<E>>) =>
  (call: Call<E>): Promise<Response<E>> => {
    // Safe: the contract's test allows idempotent calls for accounts only.
    const { user, params, body, request, reply } = call as unknown as IdempotentCall
    const key = idempotencyKeyOf(request, { ...params, ...body })
    return runIdempotently({ db: guards.database.db, userId: user.id, key, reply }, (trx) => {
      const withTransaction: Call<E> = Object.assign(call, { trx })
      return handle(withTransaction)
    })
  }

interface IdempotentCall {
  user: User
  params?: object
  body?: object
  request: FastifyRequest
  reply: FastifyReply
}

/** Public routes get a synchronous hook: a promise per request costs more than the counting. */
function guardFor(e: Endpoint, guards: Guards) {
  const { access, limit, priorityClass, needsFreshSignIn } = e
  if (access === 'public') {
    const count: onRequestHookHandler = (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      limitPublicCall(limit, request, guards)
      done()
    }
    return count
  }
  // The account is read from the database for responses from memory too.
  const lane = priorityClass === 'memory' ? 'ordinary' : priorityClass
  const admit: onRequestAsyncHookHandler = async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await guards.loadShedder.run(lane, () => requireAccess(access, request, guards))
    if (needsFreshSignIn && request.user) await requireFreshSignIn(guards, request.user)
  }
  return admit
}

/**
 * Until the last byte is sent, so long lists get more. Other responses from memory have no timeout: the
 * timer would cost more than the response.
 */
function timeoutFor(e: Endpoint, timeouts: Timeouts) {
  const { upload, takes, file, priorityClass, response } = e
  if (upload || takes) return { timeoutMs: timeouts.upload }
  if (file !== undefined || response instanceof z.ZodMiniArray) return { timeoutMs: timeouts.list }
  return priorityClass === 'memory' ? {} : { timeoutMs: timeouts.call }
}
