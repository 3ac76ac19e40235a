import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { addressOf, sendForFile } from '#web/lib/http/http.ts'
import { signed } from '#web/lib/api/authenticated-request.ts'

/** Reads a file from the API and hands it to the browser to be saved. */
export async function download<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  fileName: string,
) {
  const address = addressOf(endpoint, request)
  const file = await signed((bearer) => sendForFile({ method: 'GET', address, bearer }))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
