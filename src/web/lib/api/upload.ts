import type { Response } from '#contract/shared/endpoint.ts'
import { imageBytesMax, images, imageTypes } from '#contract/images.ts'
import { addressOf, timeoutMs } from '#web/lib/http/http.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { postFile } from '#web/lib/api/post-file.ts'
import { signed } from '#web/lib/api/authenticated-request.ts'

type Uploaded = Response<typeof images.upload>

const megabytesMax = imageBytesMax / 1024 / 1024

/** Why a file need not be sent at all. One whose type the browser does not know is left to the server. */
export function pictureProblem({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (type !== '' && !imageTypes.some((known) => known === type)) {
    return 'Choose a JPEG, PNG, WebP or AVIF picture'
  }
  if (size > imageBytesMax) return `Choose a picture of at most ${megabytesMax} MB`
  return undefined
}

/** Uploads a picture. `onProgress` hears the share that has been sent, from 0 to 1. */
export async function upload(file: File, onProgress?: (share: number) => void): Promise<Uploaded> {
  const headers = { 'idempotency-key': newIdempotencyKey() }
  const address = addressOf(images.upload, {})
  const answer = await signed((bearer) => {
    const body = new FormData()
    body.set('image', file)
    return postFile({ address, body, headers, bearer, timeoutMs, onProgress })
  })
  // The server checks its answers against the same schema before they leave it.
  return answer as Uploaded
}
