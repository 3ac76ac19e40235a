/** A new idempotency key. `crypto.randomUUID` does not exist without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Idempotency keys of a form: the same key while the body is unchanged, else a new one. */
export function attemptKeys() {
  let attempt: { body: string; key: string } | undefined
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body)
      if (attempt?.body !== text) attempt = { body: text, key: newIdempotencyKey() }
      return attempt.key
    },
    /** Call after success: the same body is then a new attempt. */
    finish() {
      attempt = undefined
    },
  }
}
