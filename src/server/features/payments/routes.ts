import { payments } from '#contract/payments.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { findOrder } from '../orders/queries.ts'
import { isIntentOf } from './intents.ts'
import { openPayment } from './open-payment.ts'
import { settle } from './settle.ts'

/** An outage of the provider must not make a customer pay twice. */
function rethrowAsPaymentPending(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
  const detail =
    'The card provider cannot be reached at the moment. If you have paid, we will record it shortly: do not pay again'
  throw new AppError('unavailable', { ...error.extra, detail }, error.cause)
}

export function paymentRoutes(shop: Shop) {
  const { router, database } = shop

  route(router, payments.createIntent, async ({ body, user }) => {
    const intent = await openPayment(shop, { user, ...body })
    return { clientSecret: intent.clientSecret }
  })

  route(
    router,
    payments.confirm,
    async ({ params: { id }, body: { transactionId }, user, reply }) => {
      const order = await findOrder(database.db, id, user.id)
      if (!order) throw new AppError('not-found')
      // Invented intents and those of other orders get the same answer.
      if (!(await isIntentOf(database.db, transactionId, id))) {
        throw new AppError('payment-not-accepted')
      }
      const settled = await settle(shop, transactionId).catch(rethrowAsPaymentPending)
      if (settled === 'processing') {
        reply.code(202)
        return { acknowledged: true, modifiedCount: 0, paid: false, transactionId: null }
      }
      if (settled !== 'paid') throw new AppError('payment-not-accepted')
      return { acknowledged: true, modifiedCount: 1, paid: true, transactionId }
    },
  )
}
