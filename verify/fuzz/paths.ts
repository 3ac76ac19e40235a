import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { hostileText } from './values.ts'

interface Options {
  origin: string
  method?: string
  path: string
  headers?: Record<string, string>
}

interface Response {
  statusCode: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a path unchanged; other clients normalise it first. */
export function send({ origin, method = 'GET', path, headers = {} }: Options): Promise<Response> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      text(response).then(
        (body) =>
          resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    sent.on('error', reject).end()
  })
}

const unusualSegment = fc.constantFrom(
  ...[
    [
      '',
      '.',
      '..',
      '..;',
      '..;a=b',
      '%2e%2e',
      '%2E',
      '%00',
      '%',
      '%E0%A4%A',
      '%ED%A0%80',
      '%0d%0a',
    ],
    ['%2F', '%5C', '\\', '*', '~', '@', ':', ';', '&', '+', ',', '%25%30%30', '%c0%ae', '%3Cb%3E'],
    [
      'etc%2Fpasswd',
      'a'.repeat(3000),
      `${'/'.repeat(3000)}x`,
      '%61dmin',
      'ADMIN',
      '[',
      '{id}',
      ':id',
      '$&',
      "'",
      '"',
    ],
  ].flat(),
)

/** Paths of known, unusual and arbitrary segments. */
export const pathsOf = (...known: string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...known) },
          { weight: 3, arbitrary: unusualSegment },
          { weight: 1, arbitrary: hostileText.map(encoded) },
        ),
        { minLength: 1, maxLength: 5 },
      ),
      fc.oneof(
        fc.constant(''),
        fc.constantFrom(
          '?',
          '??',
          '?=',
          '?a[b]=c',
          '?__proto__=1',
          '?q=%',
          '#a',
          '?/../..',
          '?q&q&q',
        ),
        fc
          .tuple(
            fc.constantFrom('q', 'sort', 'page', 'after', 'limit', 'token', 'next'),
            hostileText,
          )
          .map(([name, value]) => `?${name}=${encoded(value)}`),
      ),
      fc.boolean(),
    )
    .map(([segments, query, isUpper]) => {
      const path = `/${segments.join('/')}`.slice(0, 8_000)
      return (isUpper ? path.toUpperCase() : path) + query
    })

const encoded = (value: string) => encodeURIComponent(value.toWellFormed()).slice(0, 6_000)
