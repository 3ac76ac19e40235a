import type { Response } from '#contract/shared/endpoint.ts'
import { importBytesMax, imports } from '#contract/imports.ts'
import { urlOf } from '#web/lib/http/http.ts'
import { postFile } from '#web/lib/api/post-file.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

/** As long as the server reads. */
const timeoutMs = 140_000

export const megabytesMax = importBytesMax / 1024 / 1024

/** Why a file need not be sent at all. */
export const fileProblem = ({ size }: Pick<File, 'size'>) =>
  size > importBytesMax ? `Choose a file of at most ${megabytesMax} MB` : undefined

/** Sends a file to be compared with the catalogue. It is read while it is sent, so that its progress is the work's. */
export async function sendFile(file: File, onProgress: (share: number) => void) {
  const url = urlOf(imports.check, { query: { fileName: file.name } })
  const headers = { 'content-type': 'text/csv' }
  const answer = await authenticatedRequest((bearer) =>
    postFile({ url, body: file, headers, bearer, timeoutMs, onProgress }),
  )
  // The server checks its answers against the same schema before they leave it.
  return answer as Response<typeof imports.check>
}
