import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database.ts'
import type { Faults } from '../faults.ts'
import { serveApi } from './api.ts'
import {
  acceptDispute,
  disputeIntent,
  disputeParams,
  evidenceParams,
  submitEvidence,
} from './disputes.ts'
import type { Dispute } from './disputes.ts'
import { getObject, listObjects, listParams } from './objects.ts'
import { commonParams } from './params.ts'
import { createIntent, createIntentParams, findIntent } from './payment-intents.ts'
import { createPaymentMethod, createPaymentMethodParams } from './payment-methods.ts'
import {
  authenticateIntent,
  authenticateParams,
  cancelIntent,
  cancelParams,
  confirmIntent,
  confirmParams,
  finishIntent,
} from './payments.ts'
import { createRefund, refundParams } from './refunds.ts'
import type { Webhooks } from './webhooks.ts'

const readParams = z.strictObject(commonParams)
const pageParams = z.strictObject({ ...commonParams, ...listParams })
const pageOfIntentParams = pageParams.extend({ payment_intent: z.string().optional() })

/** The part of Stripe's API for one-off card payments. */
export function cardRoutes(
  app: FastifyInstance,
  services: { db: Database; faults: Faults; webhooks: Webhooks },
) {
  const { db } = services
  serveApi(app, services, (serve) => {
    serve({
      method: 'POST',
      path: '/payment_intents',
      params: createIntentParams,
      handle({ params, emit }) {
        const intent = createIntent(db, params)
        emit('payment_intent.created', intent)
        return intent
      },
    })
    serve({
      method: 'GET',
      path: '/payment_intents',
      params: pageParams,
      handle: ({ params }) => listObjects(db, 'payment_intent', params),
    })
    serve({
      method: 'GET',
      path: '/payment_intents/:id',
      browser: true,
      params: readParams,
      handle: ({ id, params, access }) => findIntent(db, id, access, params.client_secret),
    })
    serve({
      method: 'POST',
      path: '/payment_intents/:id/confirm',
      browser: true,
      params: confirmParams,
      handle({ id, params, access, emit }) {
        const intent = findIntent(db, id, access, params.client_secret)
        return confirmIntent(db, emit, intent, params)
      },
    })
    // Only in the sandbox: Stripe's challenge has no public call.
    serve({
      method: 'POST',
      path: '/payment_intents/:id/authenticate',
      browser: true,
      params: authenticateParams,
      handle({ id, params, access, emit }) {
        const intent = findIntent(db, id, access, params.client_secret)
        return authenticateIntent(db, emit, intent, params)
      },
    })
    // Only in the sandbox: the response of the bank.
    serve({
      method: 'POST',
      path: '/payment_intents/:id/finish',
      params: authenticateParams,
      handle({ id, params, access, emit }) {
        return finishIntent(db, emit, findIntent(db, id, access), params)
      },
    })
    serve({
      method: 'POST',
      path: '/payment_intents/:id/cancel',
      params: cancelParams,
      handle({ id, params, access, emit }) {
        return cancelIntent(db, emit, findIntent(db, id, access), params)
      },
    })
    serve({
      method: 'POST',
      path: '/payment_methods',
      browser: true,
      params: createPaymentMethodParams,
      handle: ({ params }) => createPaymentMethod(db, params),
    })
    serve({
      method: 'POST',
      path: '/refunds',
      params: refundParams,
      handle: ({ params, emit }) => createRefund(db, emit, params),
    })
    serve({
      method: 'GET',
      path: '/refunds',
      params: pageOfIntentParams,
      handle: ({ params }) => listObjects(db, 'refund', params),
    })
    serve({
      method: 'GET',
      path: '/disputes',
      params: pageOfIntentParams,
      handle: ({ params }) => listObjects(db, 'dispute', params),
    })
    serve({
      method: 'POST',
      path: '/disputes/:id',
      params: evidenceParams,
      handle({ id, params, emit }) {
        return submitEvidence(db, emit, getObject<Dispute>(db, 'dispute', id), params)
      },
    })
    serve({
      method: 'POST',
      path: '/disputes/:id/close',
      params: readParams,
      handle: ({ id, emit }) => acceptDispute(db, emit, getObject<Dispute>(db, 'dispute', id)),
    })
    // The bank opens a dispute: this call is the sandbox's.
    serve({
      method: 'POST',
      path: '/payment_intents/:id/dispute',
      params: disputeParams,
      handle({ id, params, access, emit }) {
        return disputeIntent(db, emit, findIntent(db, id, access), params)
      },
    })
    for (const type of ['refund', 'charge', 'dispute', 'event']) {
      serve({
        method: 'GET',
        path: `/${type}s/:id`,
        params: readParams,
        handle: ({ id }) => getObject(db, type, id),
      })
    }
  })
}
