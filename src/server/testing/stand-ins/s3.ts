import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { awsSignature } from './aws-signature.ts'

interface Credentials {
  accessKey: string
  secret: string
  region: string
}

interface StoredObject {
  bytes: Buffer
  type: string | undefined
  cacheControl: string | undefined
}

export type S3StandIn = Awaited<ReturnType<typeof startS3StandIn>>

const fifteenMinutes = 15 * 60_000
const authorizationHeader =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/

/** An in-memory S3 store on loopback: PUT, GET and DELETE, rejecting invalid signatures. */
export async function startS3StandIn(credentials: Credentials) {
  const objects = new Map<string, StoredObject>()
  /** Replaces the store's responses, for tests of failures. */
  let trouble: RequestListener | undefined
  let requests = 0

  const server = createServer((request, response) => {
    requests += 1
    if (trouble) trouble(request, response)
    else void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { url = '/', method, headers } = request
    const bytes = await buffer(request)
    const fault = faultOf(request, bytes, credentials)
    if (fault) return refuse(response, 403, fault)
    if (method === 'PUT') {
      const { 'content-type': type, 'cache-control': cacheControl } = headers
      objects.set(url, { bytes, type, cacheControl })
      return response.end()
    }
    if (method === 'DELETE') {
      objects.delete(url)
      return response.writeHead(204).end()
    }
    const found = objects.get(url)
    if (!found) return refuse(response, 404, 'NoSuchKey')
    return response.setHeader('content-length', found.bytes.length).end(found.bytes)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get requests() {
      return requests
    },
    fail(listener: RequestListener) {
      trouble = listener
    },
    recover() {
      trouble = undefined
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function faultOf(
  request: IncomingMessage,
  bytes: Buffer,
  { accessKey, secret, region }: Credentials,
) {
  const { url: target = '/', method = '' } = request
  const headers = request.headers as Record<string, string | undefined>
  const [, key, scope = '', signedHeaders = '', signature] =
    authorizationHeader.exec(headers.authorization ?? '') ?? []
  const date = headers['x-amz-date'] ?? ''
  const at = Date.parse(date.replace(/^(.{4})(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (key !== accessKey) return 'InvalidAccessKeyId'
  if (scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`)
    return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(Date.now() - at) < fifteenMinutes)) return 'RequestTimeTooSkewed'
  const isEverySigned = Object.keys(headers)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .every((name) => signedHeaders.split(';').includes(name))
  if (!isEverySigned) return 'AccessDenied'
  const expected = awsSignature({ method, target, headers }, { secret, scope, signedHeaders })
  if (signature !== expected) return 'SignatureDoesNotMatch'
  const hash = createHash('sha256').update(bytes).digest('hex')
  const isIntact =
    headers['x-amz-content-sha256'] === hash ||
    (method !== 'PUT' && headers['x-amz-content-sha256'] === 'UNSIGNED-PAYLOAD')
  return isIntact ? undefined : 'XAmzContentSHA256Mismatch'
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
