import { randomUUID } from 'node:crypto'
import type { CryptoKey, JWTHeaderParameters } from 'jose'
import { decodeJwt, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { accounts } from '#contract/accounts.ts'
import { users } from '#contract/users.ts'
import { setRole } from '../../features/users/admins.ts'
import type { TestShop, TestUser } from '../shop.ts'
import { storeTradeAccount } from '../steps/trade.ts'

/** The role of a caller for endpoints with access tokens. */
type Standing = 'nobody' | 'customer' | 'admin'

export interface Caller {
  /** For endpoints with access tokens. */
  standing: Standing
  /** For endpoints with ID tokens. */
  identity: 'nobody' | 'vouched for' | 'closed' | 'signed out'
  /** Whether the account is an approved trade account. */
  isTrade?: boolean
  /** The owner of the caller's objects; for a forged token, the account that it names. */
  person: TestUser
  accessToken?: string
  idToken?: string
  /** A query that contains the token. */
  query?: Record<string, string>
}

export const callerNames = [
  'anonymous',
  'customer A',
  'A without a verified e-mail',
  'customer B',
  'applicant for a trade account',
  'trade account',
  'former trade account',
  'admin',
  'admin without a verified e-mail',
  'demoted admin with the old token',
  'closed account',
  'signed-out token',
  'expired token',
  "another key's token",
  'token under an unknown key id',
  'token without a signature',
  'token signed with the public key as a secret',
  "another issuer's token",
  "another audience's token",
  'ID token as access token',
  'access token as ID token',
  'token in the query string',
] as const
type CallerName = (typeof callerNames)[number]

/** A caller with valid tokens. */
export const present = (person: TestUser, standing: Standing): Caller => ({
  standing,
  identity: 'vouched for',
  person,
  accessToken: person.token,
  idToken: person.idToken,
})
/** All kinds of callers. */
export async function openCallers(shop: TestShop): Promise<Record<CallerName, Caller>> {
  const [applicant, trade, former] = await openTradeCallers(shop)
  const [a, unverified, b, admin, unverifiedAdmin, demoted, closed, signedOut] = await Promise.all([
    shop.signIn({ name: 'Mia' }),
    shop.signIn({ name: 'Uma', isVerified: false }),
    shop.signIn({ name: 'Noah' }),
    shop.signIn({ name: 'Ada', isAdmin: true }),
    shop.signIn({ name: 'Una', isAdmin: true, isVerified: false }),
    shop.signIn({ name: 'Dan', isAdmin: true }),
    shop.signIn({ name: 'Cleo' }),
    shop.signIn({ name: 'Sid' }),
    shop.signIn({ name: 'Second', isAdmin: true }), // so that no refusal is due to being the last admin
  ])
  await setRole(shop.database.db, demoted.email, 'customer')
  await shop.call(admin, users.deactivate, { params: { email: closed.email } })
  await shop.call(signedOut, accounts.signOut, {})

  const nobody: Caller = { standing: 'nobody', identity: 'nobody', person: admin }
  const forged = await forgeries(shop, admin)

  return {
    anonymous: nobody,
    'customer A': present(a, 'customer'),
    'A without a verified e-mail': present(unverified, 'customer'),
    'customer B': present(b, 'customer'),
    'applicant for a trade account': present(applicant, 'customer'),
    'trade account': { ...present(trade, 'customer'), isTrade: true },
    'former trade account': present(former, 'customer'),
    admin: present(admin, 'admin'),
    'admin without a verified e-mail': present(unverifiedAdmin, 'customer'),
    'demoted admin with the old token': present(demoted, 'customer'),
    'closed account': { ...present(closed, 'nobody'), identity: 'closed' },
    'signed-out token': { ...present(signedOut, 'nobody'), identity: 'signed out' },
    'expired token': { ...nobody, ...forged.expired },
    "another key's token": { ...nobody, ...forged.otherKey },
    'token under an unknown key id': { ...nobody, ...forged.unknownKeyId },
    'token without a signature': { ...nobody, ...forged.unsigned },
    'token signed with the public key as a secret': { ...nobody, ...forged.publicKeyAsSecret },
    "another issuer's token": { ...nobody, ...forged.otherIssuer },
    "another audience's token": { ...nobody, ...forged.otherAudience },
    'ID token as access token': { ...present(admin, 'nobody'), accessToken: admin.idToken },
    'access token as ID token': {
      ...present(admin, 'admin'),
      identity: 'nobody',
      idToken: admin.token,
    },
    'token in the query string': {
      ...nobody,
      query: { access_token: admin.token, token: admin.token },
    },
  }
}

async function openTradeCallers(shop: TestShop) {
  const [applicant, trade, former] = await Promise.all([
    shop.signIn({ name: 'Ana' }),
    shop.signIn({ name: 'Tara' }),
    shop.signIn({ name: 'Fay' }),
  ])
  await storeTradeAccount(shop, applicant.email, 'asked')
  await storeTradeAccount(shop, trade.email, 'approved')
  await storeTradeAccount(shop, former.email, 'closed')
  return [applicant, trade, former] as const
}

interface Tokens {
  accessToken: string
  idToken: string
}

/** Tokens of an account, each invalid in one point only. */
async function forgeries(shop: TestShop, victim: TestUser) {
  const { TOKEN_PRIVATE_KEY } = shop.config
  const { d: _, ...publicJwk } = JSON.parse(TOKEN_PRIVATE_KEY) as Record<string, string>
  const access = kindOf(victim.token, {
    key: (await importJWK(JSON.parse(TOKEN_PRIVATE_KEY), 'ES256')) as CryptoKey,
    publicKey: (await importJWK(publicJwk, 'ES256', { extractable: true })) as CryptoKey,
  })
  const id = kindOf(victim.idToken, {
    key: shop.provider.privateKey,
    publicKey: shop.provider.publicKey,
  })
  const other = await generateKeyPair('ES256')
  const forge = async (make: (kind: Kind) => Promise<string> | string): Promise<Tokens> => ({
    accessToken: await make(access),
    idToken: await make(id),
  })
  const hourAgo = Math.floor(Date.now() / 1000) - 3600

  return {
    expired: await forge(({ sign }) => sign({ iat: hourAgo - 3600, exp: hourAgo })),
    otherKey: await forge(({ sign }) => sign({}, { key: other.privateKey })),
    unknownKeyId: await forge(({ sign }) =>
      sign({}, { key: other.privateKey, header: { kid: randomUUID() } }),
    ),
    unsigned: await forge(({ unsigned }) => unsigned),
    publicKeyAsSecret: await forge(async ({ sign, publicKey }) =>
      sign(
        {},
        {
          key: new TextEncoder().encode(await exportSPKI(publicKey)),
          header: { alg: 'HS256' },
        },
      ),
    ),
    otherIssuer: await forge(({ sign }) => sign({ iss: 'https://other.example' })),
    otherAudience: await forge(({ sign }) => sign({ aud: 'other' })),
  }
}

type Kind = ReturnType<typeof kindOf>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Derives tokens of one kind from a valid one. */
function kindOf(token: string, { key, publicKey }: { key: CryptoKey; publicKey: CryptoKey }) {
  const claims = decodeJwt(token)
  const header = JSON.parse(
    Buffer.from(token.split('.')[0]!, 'base64url').toString(),
  ) as JWTHeaderParameters
  type Change = { key?: CryptoKey | Uint8Array; header?: Partial<JWTHeaderParameters> }
  return {
    publicKey,
    unsigned: `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
    sign: (change: Record<string, unknown>, by: Change = {}) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ ...header, ...by.header })
        .sign(by.key ?? key),
  }
}
