import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2id = promisify(argon2)

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Takes 19 MiB and a core for some 30 ms. Callers bound how many run at once. */
const derive = (password: string, nonce: Buffer) =>
  argon2id('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [name, nonce, tag] = hash.split('$')
  if (name !== 'argon2id' || !nonce || !tag) return false
  const derived = await derive(password, Buffer.from(nonce, 'base64url'))
  return timingSafeEqual(derived, Buffer.from(tag, 'base64url'))
}
