import { expect, test, vi } from 'vitest'
import { databaseRefusal } from '../errors/errors.ts'
import { openDatabase } from './index.ts'
import { waitForDatabase } from './wait-for-database.ts'

const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const isOutage = (error: unknown) => databaseRefusal(error)?.code === 'unavailable'
const options = { log: { warn: vi.fn() }, pauseMs: 1, isOutage }

test('retries while the database is unreachable, with one warning', async () => {
  const warn = vi.fn()
  const work = vi.fn<() => Promise<string>>().mockResolvedValue('ready')
  work.mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
  expect(await waitForDatabase(work, { ...options, log: { warn } })).toBe('ready')
  expect(work).toHaveBeenCalledTimes(3)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'database unreachable, retrying')
})

test('gives up after the timeout or when the process stops', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(away())
  await expect(waitForDatabase(work, { ...options, timeoutMs: 20 })).rejects.toThrow('connect')
  expect(work.mock.calls.length).toBeGreaterThan(1)
  work.mockClear()
  await expect(waitForDatabase(work, { ...options, isWanted: () => false })).rejects.toThrow()
  expect(work).toHaveBeenCalledTimes(1)
})

test('throws other errors at once, as a wrong password', async () => {
  const refused = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(refused)
  await expect(waitForDatabase(work, options)).rejects.toThrow('password')
  expect(work).toHaveBeenCalledTimes(1)
})

test('recognises the driver error for a refused connection', async () => {
  const { pool, close } = openDatabase('postgres://shop@127.0.0.1:9/shop')
  const work = vi.fn(() => pool.query('select'))
  await expect(waitForDatabase(work, { ...options, timeoutMs: 500 })).rejects.toThrow(
    'ECONNREFUSED',
  )
  expect(work.mock.calls.length).toBeGreaterThan(1)
  await close()
})
