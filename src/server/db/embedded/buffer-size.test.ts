import { totalmem } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { availableMemory, bufferMb } from './buffer-size.ts'

const gigabyte = 2 ** 30

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  [0.5, 128],
  [2, 128],
  [4, 256],
  [12.5, 800],
  [16, 1024],
  [64, 1024],
])('%s GB of memory have buffers of %i MB', (memory, buffers) => {
  expect(bufferMb(memory * gigabyte)).toBe(buffers)
})

test('the limit of a container counts, and none does not', () => {
  const limit = vi.spyOn(process, 'constrainedMemory')
  limit.mockReturnValue(gigabyte)
  expect(availableMemory()).toBe(gigabyte)
  // As reported without a limit, by the version of the system.
  for (const none of [0, 2 ** 64]) {
    limit.mockReturnValue(none)
    expect(availableMemory()).toBe(totalmem())
  }
})
