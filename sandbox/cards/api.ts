import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../database.ts'
import type { Faults } from '../faults.ts'
import { accessOf, secretKeyRequired } from './access.ts'
import type { Access } from './access.ts'
import { ApiError, invalidParameter } from './errors.ts'
import { expand } from './expand.ts'
import { executeOnce } from './idempotency.ts'
import { newId } from './objects.ts'
import { publicIntent } from './payment-intents.ts'
import type { PaymentIntent } from './payment-intents.ts'
import type { Emit, Webhooks } from './webhooks.ts'

type Params = z.ZodType<{ expand: string[] }>

type Endpoint<P extends Params> = {
  method: 'GET' | 'POST'
  path: string
  /** Browsers may call it with the publishable key. */
  browser?: boolean
  params: P
  handle: (call: { id: string; params: z.output<P>; access: Access; emit: Emit }) => object
}

export type ServeEndpoint = <P extends Params>(endpoint: Endpoint<P>) => void

type Services = { db: Database; faults: Faults; webhooks: Webhooks }

/** Serves the calls under /v1 with keys, faults, parameters, idempotency and errors. */
export function serveApi(
  app: FastifyInstance,
  { db, faults, webhooks }: Services,
  declare: (serve: ServeEndpoint) => void,
) {
  app.register(
    (api, _options, done) => {
      api.addHook('onRequest', (_request, reply, next) => {
        reply.header('request-id', newId('req'))
        reply.header('access-control-allow-origin', '*')
        next()
      })
      api.setErrorHandler(answerError)
      api.setNotFoundHandler((request, reply) => {
        const message = `Unrecognized request URL (${request.method}: ${pathOf(request)}).`
        return reply.status(404).send({ error: { type: 'invalid_request_error', message } })
      })

      declare((endpoint) => {
        const { method, path, browser = false, params: schema, handle } = endpoint
        api.route<{ Params: { id?: string } }>({
          method,
          url: path,
          handler: async (request, reply) => {
            const fault = faults.forCall(`${method} ${pathOf(request)}`)
            if (fault.delayMs > 0) await delay(fault.delayMs)
            if (fault.fail) throw injectedFailure()

            const access = accessOf(request)
            if (access === 'publishable' && !browser) throw secretKeyRequired()
            const { key: _, ...sent } = (method === 'GET' ? request.query : request.body) as {
              key?: string
            }
            const parsed = schema.safeParse(sent)
            if (!parsed.success) throw invalidParameter(parsed.error)
            const params = parsed.data

            const key = request.headers['idempotency-key']?.toString() ?? null
            const emit: Emit = (type, object) => {
              const id = String(reply.getHeader('request-id'))
              webhooks.emit(type, object, { id, idempotency_key: key })
            }
            const call = { id: request.params.id ?? '', params, access, emit }
            const answer = executeOnce(db, {
              key: method === 'POST' ? key : null,
              endpoint: pathOf(request),
              parameters: sent,
              execute() {
                if (fault.failStored) throw injectedFailure()
                return expand(db, handle(call), params.expand)
              },
            })
            if (fault.cut) {
              reply.hijack()
              request.raw.socket.destroy()
              return reply
            }
            if (key) reply.header('idempotency-key', key)
            if (answer.replayed) reply.header('idempotent-replayed', 'true')
            return reply.status(answer.status).send(visible(answer.body, access))
          },
        })
      })
      done()
    },
    { prefix: '/v1' },
  )
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''

function visible(body: { error?: object }, access: Access): object {
  if (access === 'secret') return body
  if (body.error) return { error: withPublicIntent(body.error) }
  return isIntent(body) ? publicIntent(body) : body
}

const withPublicIntent = (error: { payment_intent?: PaymentIntent }) =>
  error.payment_intent ? { ...error, payment_intent: publicIntent(error.payment_intent) } : error

const isIntent = (body: object): body is PaymentIntent =>
  'object' in body && body.object === 'payment_intent'

const injectedFailure = () =>
  new ApiError(500, {
    type: 'api_error',
    message: 'An unknown error occurred. (Injected by the sandbox: see its /faults.)',
  })

function answerError(error: Error, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return reply.status(error.status).send({ error: error.body })
  const { message } = error
  return reply.status(500).send({ error: { type: 'api_error', message } })
}
