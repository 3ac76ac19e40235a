import { createHash, createHmac } from 'node:crypto'

interface SignedRequest {
  method: string
  /** The encoded path with its query. */
  target: string
  headers: Readonly<Record<string, string | undefined>>
}

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** The AWS Signature Version 4 of a request, for the headers it names. */
export function awsSignature(
  { method, target, headers }: SignedRequest,
  { secret, scope, signedHeaders }: { secret: string; scope: string; signedHeaders: string },
): string {
  const [path = '', query = ''] = target.split('?')
  const names = signedHeaders.split(';')
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign).toString('hex')
}
