import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface Request {
  method?: 'GET' | 'POST'
  path: string
  token?: string | undefined
  body?: string
  /** Whether the load generator inserts a new `Idempotency-Key` each time. */
  keyed?: boolean
}

/** The headers of browsers that the server reads. */
const browserHeaders = { host: 'localhost:3000', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A complete HTTP request as text, for the load generator. */
export function requestText({ method = 'GET', path, token, body, keyed }: Request): string {
  const headers = {
    ...browserHeaders,
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

export interface RawResponse {
  status: number
  /** Names and values as sent, except those of the connection. */
  headers: string[]
  body: Buffer
}

const connectionHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Sends one request as the load generator does. Returns the response without decompression. */
export function fetchRaw(url: string, { path, token }: Request): Promise<RawResponse> {
  const headers = { ...browserHeaders, ...(token && { authorization: `Bearer ${token}` }) }
  return new Promise((resolve, reject) => {
    get(new URL(path, url), { headers }, (response) => {
      const raw = response.rawHeaders
      const kept = raw.filter(
        (_, index) => !connectionHeaders.has(raw[index - (index % 2)]?.toLowerCase() ?? ''),
      )
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: kept, body }),
        reject,
      )
    }).on('error', reject)
  })
}

/** The headers without the length of the body. */
export const withoutLength = (headers: readonly string[]) =>
  headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-length')
