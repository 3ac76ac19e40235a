import { afterEach, expect, test, vi } from 'vitest'
import { reloadAfterDeploy } from './reload-after-deploy.ts'

afterEach(() => {
  vi.useRealTimers()
})

const about = new URL('https://shop.example/about')

/** A browser tab with its session storage and navigations. */
function tab({ isOnline = true, keepsNothing = false } = {}) {
  const kept = new Map<string, string>()
  const opened: string[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
  const around = {
    storage() {
      if (keepsNothing) throw new DOMException('The operation is insecure.', 'SecurityError')
      return storage
    },
    isReachable: async () => isOnline,
    open: (url: URL) => void opened.push(url.pathname),
  }
  return { opened, load: () => reloadAfterDeploy(about, around) }
}

test('a page whose parts are gone is asked for as a whole, once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const { load, opened } = tab()
  expect([await load(), await load()]).toEqual([true, false])
  expect(opened).toEqual(['/about'])
})

test('the next update may lead to the same page again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  const { load, opened } = tab()
  await load()
  vi.setSystemTime(new Date('2026-11-20T10:01:00Z'))
  expect(await load()).toBe(true)
  expect(opened).toEqual(['/about', '/about'])
})

test('without the network the shop is not left', async () => {
  const { load, opened } = tab({ isOnline: false })
  expect([await load(), opened]).toEqual([false, []])
})

test('a browser that keeps nothing does not load for ever', async () => {
  const { load, opened } = tab({ keepsNothing: true })
  expect([await load(), opened]).toEqual([false, []])
})
