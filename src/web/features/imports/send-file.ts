import type { Endpoint, Request, Response } from '#contract/shared/endpoint.ts'
import { urlOf } from '#web/lib/http/http.ts'
import { postFile } from '#web/lib/api/post-file.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

/** The upload timeout of the server. */
const timeoutMs = 140_000

export const megabytesOf = (bytes: number) => bytes / 1024 / 1024

/** An error that needs no upload to be found. */
export const fileProblem = ({ size }: Pick<File, 'size'>, bytesMax: number) =>
  size > bytesMax ? `Choose a file of at most ${megabytesOf(bytesMax)} MB` : undefined

/** Sends a file to a call that takes CSV. The server works on it while it receives it, so upload progress is that of the work. */
export async function sendFile<E extends Endpoint & { takes: 'text/csv' }>(
  e: E,
  file: File,
  request: Request<E>,
  onProgress: (share: number) => void,
) {
  const url = urlOf(e, request)
  const headers = { 'content-type': 'text/csv' }
  const answer = await authenticatedRequest((bearer) =>
    postFile({ url, body: file, headers, bearer, timeoutMs, onProgress }),
  )
  // Safe: the server validates its responses with the same schema.
  return answer as Response<E>
}
