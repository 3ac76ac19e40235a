import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ImageHost = Awaited<ReturnType<typeof startImageHost>>

/** The public origin of the hosted image service. */
export const picturesOrigin = 'https://pictures.example'

/** A hosted image service on loopback: a form with the field `image`, the key in the address. */
export async function startImageHost(key: string) {
  const kept: { type: string; bytes: Buffer }[] = []
  let trouble: ((keptUrl: string) => { status: number; body: string }) | undefined

  const server = createServer((request, response) => {
    void take(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    )
  })

  async function take(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', 'http://host')
    const form = await new Response(new Uint8Array(await buffer(request)), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const image = form.get('image')
    const isRight = request.method === 'POST' && url.searchParams.get('key') === key
    if (!isRight || !(image instanceof File)) return answer(400, { success: false })
    const keptUrl = `${picturesOrigin}/${kept.length}/${image.name}`
    if (trouble) return trouble(keptUrl)
    kept.push({ type: image.type, bytes: Buffer.from(await image.arrayBuffer()) })
    return answer(200, { success: true, data: { url: keptUrl } })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** The upload address without the key. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`,
    kept,
    fail(how: typeof trouble) {
      trouble = how
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const answer = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) })
