import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { urlOf, sendForFile } from '#web/lib/http/http.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

/** Downloads a file from the API. */
export async function download<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  fileName: string,
) {
  const url = urlOf(endpoint, request)
  const file = await authenticatedRequest((bearer) => sendForFile({ method: 'GET', url, bearer }))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
