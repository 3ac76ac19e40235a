import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const file = join(import.meta.dirname, 'ready.ts')

/** A node that is not ready for the first checks. */
async function startNode(refusals: number) {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(asked.length > refusals ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { asked, port: String((server.address() as AddressInfo).port) }
}

async function run(port: string, ...args: string[]) {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, PORT: port } })
  const [code] = await once(child, 'exit')
  return code as number
}

test('the health check succeeds only when the node is ready', async () => {
  const { port, asked } = await startNode(1)
  expect(await run(port)).toBe(1)
  expect(await run(port)).toBe(0)
  expect(asked).toEqual(['/api/health/ready', '/api/health/ready'])
  expect(await run('1')).toBe(1)
})

test('with --wait the health check ends when the node is ready', async () => {
  const { port, asked } = await startNode(2)
  expect(await run(port, '--wait')).toBe(0)
  expect(asked).toHaveLength(3)
})
