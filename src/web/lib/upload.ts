import type { Response } from '#contract/endpoint.ts'
import { imageBytesMax, images, imageTypes } from '#contract/images.ts'
import { addressOf, parsed, timeoutMs } from '#web/lib/http.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { ApiError, NetworkError, problemOf } from '#web/lib/problems.ts'
import { signed } from '#web/lib/signed.ts'

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
export function upload(file: File, onProgress?: (share: number) => void): Promise<Uploaded> {
  const idempotencyKey = newIdempotencyKey()
  return signed((bearer) => post(file, { bearer, idempotencyKey, onProgress }))
}

interface PostOptions {
  bearer: string | undefined
  idempotencyKey: string
  onProgress: ((share: number) => void) | undefined
}

// fetch does not tell how much has been sent.
function post(file: File, { bearer, idempotencyKey, onProgress }: PostOptions) {
  return new Promise<Uploaded>((resolve, reject) => {
    const form = new FormData()
    form.set('image', file)
    const request = new XMLHttpRequest()
    request.open(images.upload.method, addressOf(images.upload, {}))
    request.timeout = timeoutMs
    request.setRequestHeader('idempotency-key', idempotencyKey)
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total))
    request.addEventListener('error', () => reject(new NetworkError()))
    request.addEventListener('timeout', () => reject(new NetworkError()))
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText)
      if (request.status === 200) resolve(answer as Uploaded)
      else reject(new ApiError(problemOf(request.status, answer)))
    })
    request.send(form)
  })
}
