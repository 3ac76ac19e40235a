import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import pg from 'pg'

/** Settings of a plain `node:http` server that does only what the response requires. */
export type LimitSettings = { headers: string[] } & (
  | { kind: 'memory'; body: string }
  | { kind: 'product'; databaseUrl: string; statement: string }
  | {
      kind: 'caller'
      databaseUrl: string
      statement: string
      publicKey: JWK
      /** Whether verified tokens are cached. */
      cachesTokens: boolean
    }
)

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

const settings = JSON.parse(process.env['LIMIT'] ?? '') as LimitSettings

function handlerFor(settings: LimitSettings): Handler {
  const { headers } = settings
  const send = (response: ServerResponse, body: string) => {
    response.writeHead(200, [...headers, 'content-length', String(Buffer.byteLength(body))])
    response.end(body)
  }
  if (settings.kind === 'memory') {
    const body = Buffer.from(settings.body, 'base64')
    return (_, response) => {
      response.writeHead(200, headers)
      response.end(body)
    }
  }
  const { databaseUrl, statement } = settings
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const select = async (values: unknown[]) =>
    (await pool.query<Record<string, unknown>>({ name: 'one', text: statement, values })).rows[0]

  if (settings.kind === 'product') {
    return async (request, response) => {
      const row = await select([request.url?.slice('/api/product/'.length)])
      const { id, price_cents, part_number: partNumber, ...rest } = row ?? {}
      const price = Number(price_cents) / 100
      const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
      send(response, JSON.stringify({ _id: id, price, ...known, partNumber }))
    }
  }
  const { cachesTokens } = settings
  const key = createPublicKey({ key: settings.publicKey, format: 'jwk' })
  const verified = new Map<string, { sub: string; auth_time: number; exp: number }>()
  const claimsOf = (token: string) => {
    const cached = verified.get(token)
    if (cached && cached.exp > Date.now() / 1000) return cached
    const end = token.lastIndexOf('.')
    const signature = Buffer.from(token.slice(end + 1), 'base64url')
    const isValid = verify(
      'sha256',
      Buffer.from(token.slice(0, end)),
      {
        key,
        dsaEncoding: 'ieee-p1363',
      },
      signature,
    )
    if (!isValid) throw new Error('invalid signature')
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as NonNullable<ReturnType<typeof verified.get>>
    if (claims.exp <= Date.now() / 1000) throw new Error('expired token')
    if (cachesTokens) verified.set(token, claims)
    return claims
  }
  return async (request, response) => {
    const claims = claimsOf(request.headers.authorization?.slice('Bearer '.length) ?? '')
    const user = await select([[claims.sub], [new Date(claims.auth_time * 1000)]])
    send(response, JSON.stringify({ admin: user?.['role'] === 'admin' }))
  }
}

const handle = handlerFor(settings)
const server = createServer((request, response) => void handle(request, response))
// As in the shop, because a header contains it.
server.keepAliveTimeout = 72_000
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
for (const signal of ['SIGTERM', 'disconnect']) process.on(signal, () => process.exit(0))
