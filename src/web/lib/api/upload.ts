import type { Response } from '#contract/shared/endpoint.ts'
import { imageBytesMax, images, imageTypes } from '#contract/images.ts'
import { urlOf, timeoutMs } from '#web/lib/http/http.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { postFile } from '#web/lib/api/post-file.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

type Uploaded = Response<typeof images.upload>

const megabytesMax = imageBytesMax / 1024 / 1024

/** Rejects a picture before the upload. A type unknown to the browser is left to the server. */
export function pictureProblem({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (type !== '' && !imageTypes.some((known) => known === type)) {
    return 'Choose a JPEG, PNG, WebP or AVIF picture'
  }
  if (size > imageBytesMax) return `Choose a picture of at most ${megabytesMax} MB`
  return undefined
}

/** Uploads a picture. `onProgress` receives the progress from 0 to 1. */
export async function upload(file: File, onProgress?: (share: number) => void): Promise<Uploaded> {
  const headers = { 'idempotency-key': newIdempotencyKey() }
  const url = urlOf(images.upload, {})
  const answer = await authenticatedRequest((bearer) => {
    const body = new FormData()
    body.set('image', file)
    return postFile({ url, body, headers, bearer, timeoutMs, onProgress })
  })
  // Safe: the server validates its responses against the same schema.
  return answer as Uploaded
}
