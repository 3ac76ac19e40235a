import { afterEach, expect, test, vi } from 'vitest'
import { reloadAfterDeploy } from './reload-after-deploy.ts'

afterEach(() => {
  vi.useRealTimers()
})

const about = new URL('https://shop.example/about')

/** A browser tab with its session storage and navigations. */
function tab({ isOnline = true, blocksStorage = false } = {}) {
  const kept = new Map<string, string>()
  const opened: string[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
  const around = {
    storage() {
      if (blocksStorage) throw new DOMException('The operation is insecure.', 'SecurityError')
      return storage
    },
    isReachable: async () => isOnline,
    open: (url: URL) => void opened.push(url.pathname),
  }
  return { opened, load: () => reloadAfterDeploy(about, around) }
}

test('a page whose scripts are gone is reloaded once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const { load, opened } = tab()
  expect([await load(), await load()]).toEqual([true, false])
  expect(opened).toEqual(['/about'])
})

test('the same page is reloaded again after the next deployment', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const { load, opened } = tab()
  await load()
  vi.setSystemTime(new Date('2026-11-20T10:01:00Z'))
  expect(await load()).toBe(true)
  expect(opened).toEqual(['/about', '/about'])
})

test('offline pages are not reloaded', async () => {
  const { load, opened } = tab({ isOnline: false })
  expect([await load(), opened]).toEqual([false, []])
})

test('blocked storage does not cause a reload loop', async () => {
  const { load, opened } = tab({ blocksStorage: true })
  expect([await load(), opened]).toEqual([false, []])
})
