import { expect, onTestFinished, test, vi } from 'vitest'
import { keepMemoryLow } from './memory.ts'

const megabyte = 1024 * 1024

/** @shows P11 */
test('memory of a load spike is collected once, when the node is quiet', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const node = { megabytes: 130, utilization: 0 }
  const collect = vi.fn(() => {
    node.megabytes = 150
  })
  keepMemoryLow({
    residentBytes: () => node.megabytes * megabyte,
    utilization: () => node.utilization,
    collect,
  })
  const minuteWith = (change: Partial<typeof node>) => {
    Object.assign(node, change)
    vi.advanceTimersByTime(60_000)
    return collect.mock.calls.length
  }
  expect(minuteWith({ megabytes: 170 })).toBe(0)
  expect(minuteWith({ megabytes: 390, utilization: 0.9 })).toBe(0)
  expect(minuteWith({ utilization: 0.05 })).toBe(1)
  expect(minuteWith({ megabytes: 190 })).toBe(1)
})
