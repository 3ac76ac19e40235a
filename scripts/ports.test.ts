import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts, takenPorts } from './ports.ts'

test('the message for a port in use names the setting that changes it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  // Port 0 is any free port: another program may take a fixed one.
  const sentences = await takenPorts({ PORT: port, SANDBOX_PORT: 0 })
  expect(sentences).toEqual([expect.stringContaining(`Port ${port} `)])
  expect(sentences[0]).toContain(`PORT=${port + 100} npm start`)
})

test('free ports are distinct', async () => {
  expect(new Set(await freePorts(5)).size).toBe(5)
})
