import { parsed } from '#web/lib/http/http.ts'
import { ApiError, NetworkError, problemOf } from '#web/lib/http/problems.ts'

interface Post {
  address: string
  body: XMLHttpRequestBodyInit
  headers: Record<string, string>
  bearer: string | undefined
  timeoutMs: number
  /** Hears the share that has been sent, from 0 to 1. */
  onProgress: ((share: number) => void) | undefined
}

/** Sends a file and gives back the JSON that is answered. fetch does not tell how much has been sent. */
export const postFile = ({ address, body, headers, bearer, timeoutMs, onProgress }: Post) =>
  new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total))
    request.addEventListener('error', () => reject(new NetworkError()))
    request.addEventListener('timeout', () => reject(new NetworkError()))
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText)
      if (request.status === 200) resolve(answer)
      else reject(new ApiError(problemOf(request.status, answer)))
    })
    request.send(body)
  })
