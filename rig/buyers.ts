import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Database } from '../src/server/db/index.ts'
import { setRole } from '../src/server/features/users/admins.ts'
import { createAccessTokens } from '../src/server/services/identity/access-tokens.ts'

export interface Person {
  email: string
  token: string
}

/** Generates a signing key for access tokens, shared by the nodes and the test. */
export async function generateTokenKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}

interface Buyers {
  count: number
  tokenKey: string
  publicUrl: string
}

/** Inserts signed-in buyers and one admin, without an identity provider. */
export async function seedBuyers({ db, pool }: Database, { count, tokenKey, publicUrl }: Buyers) {
  const tokens = await createAccessTokens({
    TOKEN_PRIVATE_KEY: tokenKey,
    TOKEN_PREVIOUS_KEYS: [],
    PUBLIC_URL: publicUrl,
  })
  const signedInAt = new Date()
  const people = Array.from({ length: count + 1 }, (_, index) => ({
    uid: randomUUID(),
    email: `buyer.${index}@storm.example`,
  }))
  await pool.query(
    `insert into users (uid, issuer, email, name, email_verified)
     select uid, 'storm', email, 'Buyer', true from unnest($1::text[], $2::text[]) as buyer (uid, email)`,
    [people.map(({ uid }) => uid), people.map(({ email }) => email)],
  )
  await setRole(db, people[0]?.email ?? '', 'admin')
  const [admin, ...buyers] = await Promise.all(
    people.map(async ({ uid, email }): Promise<Person> => {
      const labels = { email, name: 'Buyer', verified: true }
      return { email, token: await tokens.issue({ uid, signedInAt }, labels) }
    }),
  )
  if (!admin) throw new Error('no users created')
  return { admin, buyers }
}

/** Products of a statement, which ends within the time limit of one. */
const seededAtOnce = 5_000

/** Inserts products, each with a stock movement of its units. */
export async function seedProducts({ pool }: Database, stock: readonly number[]) {
  for (let before = 0; before < stock.length; before += seededAtOnce) {
    await pool.query(
      `with added as (
         insert into products (name, email, price_cents, quantity, description, img)
         select 'Part ' || number, 'admin@storm.example', 1000 + 379 * number, quantity,
                'A part for tests', '/parts/door-rubber.svg'
         from (
           select quantity, $2 + ordinality as number from unnest($1::integer[]) with ordinality as stock (quantity)
         ) as numbered
         returning id, quantity
       )
       insert into stock_movements (product_id, delta, reason)
       select id, quantity, 'received' from added`,
      [stock.slice(before, before + seededAtOnce), before],
    )
  }
}
