import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts'
import { refuseTakenPort } from './listen-address.ts'

const host = '127.0.0.1'

async function holdPort() {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a free port stays free', async () => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await refuseTakenPort({ port, host })
  await refuseTakenPort({ port, host })
})

test('an address of another machine is named', async () => {
  await expect(refuseTakenPort({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    '192.0.2.1 is not an address of this machine: correct HOST, or leave it out',
  )
})

/** @shows row-89 */
test('a start on a port in use ends with one line that names it', async () => {
  const port = await holdPort()
  const DATA_DIR = makeTemporaryFolder('listen')
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const env = { ...process.env, PORT: String(port), HOST: host, DATA_DIR }
  const start = promisify(execFile)(process.execPath, ['src/server/main.ts'], { env })
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is in use by another program: stop that, or choose another port with PORT\n`,
  })
})
