/** A new key for one attempt. `crypto.randomUUID` would be missing where the shop is served without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Gives out the keys of a form: the same while the same body is sent again, else a new one. */
export function attemptKeys() {
  let attempt: { body: string; key: string } | undefined
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body)
      if (attempt?.body !== text) attempt = { body: text, key: newIdempotencyKey() }
      return attempt.key
    },
    /** After success: whoever sends the same once more means it. */
    finish() {
      attempt = undefined
    },
  }
}
