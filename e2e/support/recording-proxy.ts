import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as it arrived where it was sent, from any part of the browser. */
export interface RecordedRequest {
  origin: string
  method: string
  path: string
  headers: string[]
  body: Buffer
}

/** A proxy between a browser and everything it asks, which writes down every byte that was sent. */
export async function startRecordingProxy() {
  const recorded: RecordedRequest[] = []

  async function forward(incoming: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '', headers, rawHeaders } = incoming
    const { origin, pathname, search, hostname, port } = new URL(url)
    const path = pathname + search
    const body = await buffer(incoming)
    recorded.push({ origin, method, path, headers: rawHeaders, body })
    const outgoing = request({ hostname, port, method, path, headers })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    outgoing.end(body)
  }

  const server = createServer(
    (incoming, response) => void forward(incoming, response).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
