import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { makeSettings } from '../../testing/settings.ts'
import { timeouts } from '../limits/timeouts.ts'
import { connectionLimits, limitConnections } from './connection-limits.ts'

const { production } = await makeSettings()

async function open(settings: Record<string, string> = {}) {
  const config = await loadConfig({ ...production, CONNECTIONS_PER_ADDRESS: '2', ...settings })
  const warn = vi.fn()
  const server = createServer((_, response) => response.end('x'.repeat(20_000_000)))
  const cut = limitConnections(server, connectionLimits(config, { warn }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accepted: Socket[] = []
  server.on('connection', (socket) => void accepted.push(socket))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  /** A connection from an address of this machine. */
  const from = async (localAddress: string) => {
    const before = accepted.length
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await expect.poll(() => accepted.length).toBe(before + 1)
    return { socket, isRefused: accepted.at(-1)!.destroyed, accepted: accepted.at(-1)! }
  }
  return { from, cut, warn }
}

/** @shows P11 */
test('an address gets so many connections, others get theirs', async () => {
  const { from, warn } = await open()
  const first = await from('127.0.0.1')
  expect([first.isRefused, (await from('127.0.0.1')).isRefused]).toEqual([false, false])
  expect((await from('127.0.0.1')).isRefused).toBe(true)
  expect(warn).toHaveBeenCalledWith({ address: '127.0.0.1' }, expect.any(String))
  expect((await from('127.0.0.2')).isRefused).toBe(false)
  const closed = once(first.accepted, 'close')
  first.socket.destroy()
  await closed
  expect((await from('127.0.0.1')).isRefused).toBe(false)
})

/** @shows P11, asvs-2.4.1 */
test('the /56 and the /48 around an address get four and sixteen times its connections', async () => {
  const config = await loadConfig({ ...production, CONNECTIONS_PER_ADDRESS: '1' })
  const server = createServer().removeAllListeners('connection')
  onTestFinished(() => void server.close())
  limitConnections(server, connectionLimits(config))
  const isAdmitted = (remoteAddress: string) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    return !socket.destroyed
  }
  const homes = Array.from({ length: 5 }, (_, index) => isAdmitted(`2001:db8:0:1${index}::1`))
  expect(homes).toEqual([true, true, true, true, false])
  const others = Array.from({ length: 13 }, (_, n) => isAdmitted(`2001:db8:0:${n + 20}00::1`))
  expect(others).toEqual([...Array<boolean>(12).fill(true), false])
  expect(isAdmitted('2001:db8:1:1::1')).toBe(true)
})

test.each([{ TRUSTED_PROXIES: '127.0.0.0/8' }, { NODE_ENV: 'test', LIMITS: 'off' }])(
  'no limit with %j',
  async (settings) => {
    const { from } = await open(settings)
    for (let count = 0; count < 5; count += 1) {
      expect((await from('127.0.0.1')).isRefused).toBe(false)
    }
  },
)

/** @shows P11 */
test('an address that floods a connection loses all of them, and is refused for ten seconds', async () => {
  const { from, cut } = await open()
  const [first, second] = [await from('127.0.0.1'), await from('127.0.0.1')]
  const other = await from('127.0.0.2')
  cut(first.accepted)
  expect([first, second, other].map(({ accepted }) => accepted.destroyed)).toEqual([
    true,
    true,
    false,
  ])
  expect((await from('127.0.0.1')).isRefused).toBe(true)
  const later = performance.now() + 10_001
  vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await from('127.0.0.1')).isRefused).toBe(false)
})

/** @shows P11 */
test('a connection whose client takes nothing of an answer is closed, another is not', async () => {
  const { from } = await open()
  const [unread, quiet] = [await from('127.0.0.1'), await from('127.0.0.1')]
  unread.socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => unread.accepted.writableLength).toBeGreaterThan(0)
  const closed = once(unread.accepted, 'close')
  const base = performance.now()
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => void vi.restoreAllMocks())
  let elapsed = 0
  now.mockImplementation(() => base + (elapsed += timeouts.unread))
  await closed
  expect(quiet.accepted.destroyed).toBe(false)
}, 20_000)
