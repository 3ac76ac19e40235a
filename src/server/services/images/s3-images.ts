import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../config/image-settings.ts'
import { createImageCalls, inTime } from './image-calls.ts'
import type { ReportFailure } from './image-calls.ts'
import type { ImageFile, ImageFiles } from './image-store.ts'

const neverChanges = 'public, max-age=31536000, immutable'

/** Pictures in a bucket of any S3-compatible store, which may be private: the shop reads them out. */
export function createS3Images(settings: S3Settings, report: ReportFailure): ImageFiles {
  const { folder, region, accessKeyId, secretAccessKey, publicUrl } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const reached = createImageCalls(report)

  async function put({ name, type, bytes }: ImageFile, signal: AbortSignal) {
    const headers = {
      'content-type': type,
      'cache-control': neverChanges,
      // Signed with the rest, so that the store refuses what did not arrive as it was sent.
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    }
    const body = new Uint8Array(bytes)
    const init = { method: 'PUT', headers, body, signal, redirect: 'manual' } as const
    const answer = await client.fetch(`${folder}/${name}`, init)
    if (!answer.ok) throw await refusal(answer)
    await answer.body?.cancel()
  }

  async function get(name: string) {
    const abort = new AbortController()
    const init = { signal: abort.signal, redirect: 'manual' } as const
    const answer = await inTime(abort, client.fetch(`${folder}/${name}`, init))
    if (answer.status === 404) {
      await answer.body?.cancel()
      return undefined
    }
    if (!answer.ok || !answer.body) throw await inTime(abort, refusal(answer))
    return { size: sizeOf(answer), stream: streamOf(answer.body, abort) }
  }

  async function putAll(files: readonly ImageFile[], signal: AbortSignal) {
    // One after the other: the name that is given out must not be there before the others.
    for (const file of files) await put(file, signal)
    return undefined
  }

  return {
    keep: (files) =>
      reached(() => {
        const abort = new AbortController()
        return inTime(abort, putAll(files, abort.signal))
      }),

    open: async (name) =>
      publicUrl ? { address: `${publicUrl}/${name}` } : reached(() => get(name)),
  }
}

/** Undefined when the store, or a proxy in front of it, does not tell. */
function sizeOf({ headers }: Response): number | undefined {
  const isAsSent = headers.has('content-length') && !headers.has('content-encoding')
  return isAsSent ? Number(headers.get('content-length')) : undefined
}

/** A body as it is asked for. Only the store must be quick: whoever reads slowly may. */
function streamOf(body: ReadableStream<Uint8Array>, abort: AbortController) {
  const reader = body.getReader()
  const stream = new Readable({
    read: () =>
      void inTime(abort, reader.read()).then(
        ({ value }) => stream.push(value ?? null),
        (error: Error) => stream.destroy(error),
      ),
    // Whoever leaves needs no more of it, even while the store is being waited for.
    destroy(error, done) {
      abort.abort()
      done(error)
    },
  })
  return stream
}

/** What the store says of itself goes no further than its code: it may name keys. */
async function refusal(answer: Response) {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? []
  return new Error(`The store answered ${answer.status} ${code}`.trim())
}
