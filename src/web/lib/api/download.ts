import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { fetchWithTimeout, type Message, parseJson, urlOf } from '#web/lib/http/http.ts'
import { ApiError, problemOf } from '#web/lib/http/problems.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

/** Exports of long lists take longer than other calls. */
const timeoutMs = 120_000

/** Downloads a file from the API. */
export async function download<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  fileName: string,
) {
  const url = urlOf(endpoint, request)
  const file = await authenticatedRequest((bearer) => readFile({ method: 'GET', url, bearer }))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}

async function readFile(message: Message): Promise<Blob> {
  const { status, ok, body } = await fetchWithTimeout(message, (answer) => answer.blob(), timeoutMs)
  if (!ok) throw new ApiError(problemOf(status, parseJson(await body.text())))
  return body
}
