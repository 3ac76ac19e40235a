import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../config/image-settings.ts'
import { createImageCalls, withTimeout } from './image-calls.ts'
import type { ReportFailure } from './image-calls.ts'
import type { ImageFile, ImageFiles } from './image-files.ts'

const immutable = 'public, max-age=31536000, immutable'

/** Stores pictures in a bucket of an S3-compatible store. A private bucket is served through the shop. */
export function createS3Images(settings: S3Settings, report: ReportFailure): ImageFiles {
  const { folder, region, accessKeyId, secretAccessKey, publicUrl } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const callStore = createImageCalls(report)

  async function put({ name, type, bytes }: ImageFile, signal: AbortSignal) {
    const headers = {
      'content-type': type,
      'cache-control': immutable,
      // Part of the signature, so that the store rejects corrupted uploads.
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    }
    const body = new Uint8Array(bytes)
    const init = { method: 'PUT', headers, body, signal, redirect: 'manual' } as const
    const answer = await client.fetch(`${folder}/${name}`, init)
    if (!answer.ok) throw await storeError(answer)
    await answer.body?.cancel()
  }

  async function get(name: string) {
    const abort = new AbortController()
    const init = { signal: abort.signal, redirect: 'manual' } as const
    const answer = await withTimeout(abort, client.fetch(`${folder}/${name}`, init))
    if (answer.status === 404) {
      await answer.body?.cancel()
      return undefined
    }
    if (!answer.ok || !answer.body) throw await withTimeout(abort, storeError(answer))
    return { size: sizeOf(answer), stream: streamOf(answer.body, abort) }
  }

  async function putAll(files: readonly ImageFile[], signal: AbortSignal) {
    // In sequence: the picture's address, stored last, must not exist before the other files.
    for (const file of files) await put(file, signal)
    return undefined
  }

  async function removeAll(names: readonly string[], signal: AbortSignal) {
    for (const name of names) {
      const init = { method: 'DELETE', signal, redirect: 'manual' } as const
      const answer = await client.fetch(`${folder}/${name}`, init)
      if (!answer.ok && answer.status !== 404) throw await storeError(answer)
      await answer.body?.cancel()
    }
  }

  return {
    put: (files) =>
      callStore(() => {
        const abort = new AbortController()
        return withTimeout(abort, putAll(files, abort.signal))
      }),

    open: async (name) =>
      publicUrl ? { address: `${publicUrl}/${name}` } : callStore(() => get(name)),

    remove: (names) =>
      callStore(() => {
        const abort = new AbortController()
        return withTimeout(abort, removeAll(names, abort.signal))
      }),
  }
}

/** Undefined when the store, or a proxy in front of it, does not send the size. */
function sizeOf({ headers }: Response): number | undefined {
  const isAsSent = headers.has('content-length') && !headers.has('content-encoding')
  return isAsSent ? Number(headers.get('content-length')) : undefined
}

/** Reads the body on demand. The timeout applies to the store only, not to slow readers. */
function streamOf(body: ReadableStream<Uint8Array>, abort: AbortController) {
  const reader = body.getReader()
  const stream = new Readable({
    read: () =>
      void withTimeout(abort, reader.read()).then(
        ({ value }) => stream.push(value ?? null),
        (error: Error) => stream.destroy(error),
      ),
    // A client that disconnects aborts the request to the store.
    destroy(error, done) {
      abort.abort()
      done(error)
    },
  })
  return stream
}

/** Only the error code is reported: the message may contain keys. */
async function storeError(answer: Response) {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? []
  return new Error(`The image store responded with ${answer.status} ${code}`.trim())
}
