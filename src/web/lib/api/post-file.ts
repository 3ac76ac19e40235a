import { parseJson } from '#web/lib/http/http.ts'
import { ApiError, NetworkError, problemOf } from '#web/lib/http/problems.ts'

interface Post {
  url: string
  body: XMLHttpRequestBodyInit
  headers: Record<string, string>
  bearer: string | undefined
  timeoutMs: number
  /** Receives the upload progress from 0 to 1. */
  onProgress: ((share: number) => void) | undefined
}

/** Posts a file by XMLHttpRequest, since fetch reports no upload progress. */
export const postFile = ({ url, body, headers, bearer, timeoutMs, onProgress }: Post) =>
  new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total))
    request.addEventListener('error', () => reject(new NetworkError()))
    request.addEventListener('timeout', () => reject(new NetworkError()))
    request.addEventListener('load', () => {
      const answer = parseJson(request.responseText)
      if (request.status === 200) resolve(answer)
      else reject(new ApiError(problemOf(request.status, answer)))
    })
    request.send(body)
  })
