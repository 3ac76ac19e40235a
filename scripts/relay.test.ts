import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from './ports.ts'
import { openRelay } from './relay.ts'

test('a request during a restart waits for the new server', async () => {
  const [port = 0] = await freePorts(1)
  const relay = await openRelay({ host: '127.0.0.1', port })
  onTestFinished(() => relay.close())
  const ask = async () => (await fetch(`http://127.0.0.1:${port}`)).text()

  relay.forwardTo(await serverWithText('old'))
  expect(await ask()).toBe('old')
  relay.hold()
  const asked = ask()
  await once(relay.server, 'connection')
  relay.forwardTo(await serverWithText('new'))
  expect(await asked).toBe('new')
})

async function serverWithText(text: string): Promise<number> {
  const server = createServer((_, response) => response.setHeader('connection', 'close').end(text))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
