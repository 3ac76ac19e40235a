import type { Response } from '#contract/shared/endpoint.ts'
import { importBytesMax, imports } from '#contract/imports.ts'
import { urlOf } from '#web/lib/http/http.ts'
import { postFile } from '#web/lib/api/post-file.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

/** The upload timeout of the server. */
const timeoutMs = 140_000

export const megabytesMax = importBytesMax / 1024 / 1024

/** An error that needs no upload to be found. */
export const fileProblem = ({ size }: Pick<File, 'size'>) =>
  size > importBytesMax ? `Choose a file of at most ${megabytesMax} MB` : undefined

/** Uploads a file for a dry run. The server checks it while it receives it, so upload progress is the progress of the check. */
export async function sendFile(file: File, onProgress: (share: number) => void) {
  const url = urlOf(imports.check, { query: { fileName: file.name } })
  const headers = { 'content-type': 'text/csv' }
  const answer = await authenticatedRequest((bearer) =>
    postFile({ url, body: file, headers, bearer, timeoutMs, onProgress }),
  )
  // Safe: the server validates its responses with the same schema.
  return answer as Response<typeof imports.check>
}
