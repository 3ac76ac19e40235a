import type Stripe from 'stripe'

export interface CardEvent {
  id: string
  type: string
  intentId: string | undefined
}

interface Signed {
  body: Buffer
  signature: string
  secret: string
}

/** The event of a webhook call. Throws when the signature does not match the body, or the body is not an event. */
export function readSignedEvent(stripe: Stripe, { body, signature, secret }: Signed): CardEvent {
  const event = stripe.webhooks.constructEvent(body, signature, secret)
  refuseFutureSignature(signature)
  // A signed body may still be malformed, although the types say otherwise.
  if (!isProviderId(event.id) || typeof event.type !== 'string') {
    throw new TypeError('not an event')
  }
  const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown }
  const intentId = object.object === 'payment_intent' ? object.id : object.payment_intent
  return {
    id: event.id,
    type: event.type,
    intentId: typeof intentId === 'string' ? intentId : undefined,
  }
}

/** The provider's ids have at most 255 letters, digits and underscores. */
export const isProviderId = (id: unknown) => typeof id === 'string' && /^[\w-]{1,255}$/.test(id)

const signatureToleranceSeconds = 300

/** The library refuses signatures of the past only, so that one of the future could be repeated for long. */
function refuseFutureSignature(signature: string) {
  const latest = Date.now() / 1000 + signatureToleranceSeconds
  for (const [, seconds] of signature.matchAll(/(?:^|,)t=([^,]*)/g)) {
    if (!(Number(seconds) <= latest)) throw new TypeError('signed in the future')
  }
}
