import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface Request {
  method?: 'GET' | 'POST'
  path: string
  token?: string | undefined
  body?: string
  /** Takes an `Idempotency-Key`, which the load generator makes anew each time. */
  keyed?: boolean
}

/** What a browser sends with a call, as far as the server reads it. */
const usual = { host: 'localhost:3000', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A whole HTTP request, for the load generator. */
export function requestText({ method = 'GET', path, token, body, keyed }: Request): string {
  const headers = {
    ...usual,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(keyed && { 'idempotency-key': '\u0001key\u0001' }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

export interface Answer {
  status: number
  /** Names and values as they were sent, but for those that belong to the connection. */
  headers: string[]
  body: Buffer
}

const ofConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Asks once, as the load generator does, and keeps every byte of the answer. */
export function ask(url: string, { path, token }: Request): Promise<Answer> {
  const headers = { ...usual, ...(token && { authorization: `Bearer ${token}` }) }
  return new Promise((resolve, reject) => {
    get(new URL(path, url), { headers }, (response) => {
      const raw = response.rawHeaders
      const kept = raw.filter(
        (_, index) => !ofConnection.has(raw[index - (index % 2)]?.toLowerCase() ?? ''),
      )
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: kept, body }),
        reject,
      )
    }).on('error', reject)
  })
}

/** The headers without those that tell of this one body. */
export const withoutLength = (headers: readonly string[]) =>
  headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-length')
