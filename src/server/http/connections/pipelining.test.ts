import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPipelining } from './pipelining.ts'

async function open(handle: RequestListener) {
  const cut: Socket[] = []
  const pipelined = createPipelining(handle, (socket) => {
    cut.push(socket)
    socket.destroy()
  })
  const server = createServer((request, response) => {
    if (response.socket === null) pipelined({ request, response })
    else handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const send = (count: number, from = 0) => {
    const requests = Array.from({ length: count }, (_, index) => from + index)
    socket.write(requests.map((each) => `GET /${each} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(''))
  }
  return { socket, send, cut }
}

const answer = (response: ServerResponse) =>
  response.writeHead(200, { 'content-length': '0' }).end()

/** @shows P11 */
test('pipelined requests are handled one at a time, in their order', async () => {
  const begun: { url: string; response: ServerResponse }[] = []
  const { send } = await open(({ url = '' }, response) => void begun.push({ url, response }))
  send(3)
  for (const expected of ['/0', '/1', '/2']) {
    await expect.poll(() => begun.at(-1)?.url).toBe(expected)
    answer(begun.at(-1)!.response)
  }
  send(2, 3)
  for (const expected of ['/3', '/4']) {
    await expect.poll(() => begun.at(-1)?.url).toBe(expected)
    answer(begun.at(-1)!.response)
  }
  expect(begun).toHaveLength(5)
})

test('requests after a pause of the client are handled as usual', async () => {
  const begun: string[] = []
  const { send } = await open(({ url = '' }, response) => {
    begun.push(url)
    answer(response)
  })
  for (let count = 0; count < 40; count += 4) {
    send(4, count)
    await expect.poll(() => begun.length).toBe(count + 4)
  }
})

/** @shows P11 */
test('a connection with more than sixteen waiting requests is ended', async () => {
  const begun: string[] = []
  const { socket, send, cut } = await open(({ url = '' }) => void begun.push(url))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  send(5_000)
  await closed
  expect(cut).toHaveLength(1)
  expect(begun).toEqual(['/0'])
})

test('sixteen waiting requests are answered', async () => {
  const { socket, send } = await open((_, response) => answer(response))
  let heard = ''
  socket.on('data', (bytes) => {
    heard += String(bytes)
  })
  send(17)
  await expect.poll(() => heard.split('HTTP/1.1 200').length - 1).toBe(17)
})
