import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import pg from 'pg'

/** What plain `node:http` does for an answer: nothing but what nobody could leave out. */
export type LimitSettings = { headers: string[] } & (
  | { kind: 'memory'; body: string }
  | { kind: 'product'; databaseUrl: string; statement: string }
  | {
      kind: 'caller'
      databaseUrl: string
      statement: string
      publicKey: JWK
      /** Tokens that were found good are not verified again. */
      remembers: boolean
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
      send(response, JSON.stringify({ _id: id, price, ...rest, partNumber }))
    }
  }
  const { remembers } = settings
  const key = createPublicKey({ key: settings.publicKey, format: 'jwk' })
  const known = new Map<string, { sub: string; auth_time: number; exp: number }>()
  const claimsOf = (token: string) => {
    const seen = known.get(token)
    if (seen && seen.exp > Date.now() / 1000) return seen
    const end = token.lastIndexOf('.')
    const signature = Buffer.from(token.slice(end + 1), 'base64url')
    const isOurs = verify(
      'sha256',
      Buffer.from(token.slice(0, end)),
      {
        key,
        dsaEncoding: 'ieee-p1363',
      },
      signature,
    )
    if (!isOurs) throw new Error('a token of somebody else')
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as NonNullable<ReturnType<typeof known.get>>
    if (claims.exp <= Date.now() / 1000) throw new Error('a dead token')
    if (remembers) known.set(token, claims)
    return claims
  }
  return async (request, response) => {
    const claims = claimsOf(request.headers.authorization?.slice('Bearer '.length) ?? '')
    const user = await select([claims.sub, new Date(claims.auth_time * 1000)])
    send(response, JSON.stringify({ admin: user?.['role'] === 'admin' }))
  }
}

const handle = handlerFor(settings)
const server = createServer((request, response) => void handle(request, response))
// The same as the shop's, since a header states it.
server.keepAliveTimeout = 72_000
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
process.on('SIGTERM', () => process.exit(0))
