import { expect, test, vi } from 'vitest'
import { openDatabase } from './index.ts'
import { whenReachable } from './wait-for-database.ts'

const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const options = { log: { warn: vi.fn() }, pauseMs: 1 }

test('a start waits for a database that is away, and says so once', async () => {
  const warn = vi.fn()
  const work = vi.fn<() => Promise<string>>().mockResolvedValue('ready')
  work.mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
  expect(await whenReachable(work, { ...options, log: { warn } })).toBe('ready')
  expect(work).toHaveBeenCalledTimes(3)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    'the database cannot be reached yet',
  )
})

test('it does not wait for ever, nor when nobody wants it any more', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(away())
  await expect(whenReachable(work, { ...options, patienceMs: 20 })).rejects.toThrow('connect')
  expect(work.mock.calls.length).toBeGreaterThan(1)
  work.mockClear()
  await expect(whenReachable(work, { ...options, isWanted: () => false })).rejects.toThrow()
  expect(work).toHaveBeenCalledTimes(1)
})

test('a wrong password or the wrong server is told at once', async () => {
  const refused = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(refused)
  await expect(whenReachable(work, options)).rejects.toThrow('password')
  expect(work).toHaveBeenCalledTimes(1)
})

test('what the driver says of an address where nobody answers is waited for', async () => {
  const { pool, close } = openDatabase('postgres://shop@127.0.0.1:9/shop')
  const work = vi.fn(() => pool.query('select'))
  await expect(whenReachable(work, { ...options, patienceMs: 20 })).rejects.toThrow('ECONNREFUSED')
  expect(work.mock.calls.length).toBeGreaterThan(1)
  await close()
})
