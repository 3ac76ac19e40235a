import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors/errors.ts'
import type { CardEvent } from '../../services/cards/card-events.ts'
import type { Shop } from '../../shop.ts'
import { storeEvent } from './webhook-queue.ts'

/** The card provider's webhook. The signature covers the raw bytes, so no content type parser runs. */
export function webhookRoute(app: FastifyInstance, shop: Shop, onEvent: () => void) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 512 * 1024 }, (_, body, done) =>
      done(null, body),
    )
    const config = {
      outsideContract: "the card provider's own protocol",
      timeoutMs: shop.router.timeouts.call,
    } as const
    scope.post('/webhooks/stripe', { config }, async (request) => {
      const event = await readSignedEvent(shop, request.body, request.headers['stripe-signature'])
      await shop.loadShedder.run('priority', () => storeEvent(shop.database.db, event))
      onEvent()
      return { received: true }
    })
  })
}

async function readSignedEvent(
  { cards }: Shop,
  body: unknown,
  signature: unknown,
): Promise<CardEvent> {
  try {
    if (!Buffer.isBuffer(body)) throw new TypeError('no body')
    return await cards.readEvent(body, String(signature))
  } catch {
    throw new AppError('unreadable', { detail: 'The signature does not match the body' })
  }
}
