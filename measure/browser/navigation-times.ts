import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chromium as packaged } from '../../e2e/support/chromium.ts'
import { median } from '../../rig/statistics.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import setUp from '../../e2e/support/global-setup.ts'

/** Maximum milliseconds from a click on Home until the next page is painted. */
const goal = 100
const rounds = 5
const targets = [
  { to: '/products', title: 'Products' },
  { to: '/about', title: 'About' },
  { to: '/blogs', title: 'Blogs' },
  { to: '/contact', title: 'Contact' },
  { to: '/myPortfolio', title: 'My Portfolio' },
]

readCommandLine({
  usage: 'npm run bench:navigation',
  about:
    'Measures navigation between public pages in a browser, and the use of its back/forward cache.',
})
const tearDown = await setUp()
const browser = await chromium.launch({
  ...(await packaged()),
  // Playwright disables the cache that is measured here.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
})
try {
  const table: Record<string, object> = {}
  let isGood = true
  for (const { to, title } of targets) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(await inBrowser((page) => navigate(page, to, `${title}-Auto Parts`)))
    }
    const typical = Math.round(median(times))
    const slowest = Math.round(Math.max(...times))
    const isCached = await inBrowser((page) => goBack(page, to))
    isGood &&= typical < goal && isCached
    table[to] = { 'median (ms)': typical, 'slowest (ms)': slowest, 'back/forward cache': isCached }
  }
  console.table(table)
  process.exitCode = isGood ? 0 : 1
} finally {
  await browser.close()
  await tearDown?.()
}

/** Runs a measurement in a browser context without cached data of the shop. */
async function inBrowser<T>(measure: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ baseURL: String(process.env['BASE_URL']) })
  try {
    return await measure(page)
  } finally {
    await page.close()
  }
}

/** Milliseconds from Home to another page, including the requests of its scripts and data. */
async function navigate(page: Page, to: string, title: string): Promise<number> {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    async ([path, awaited]) => {
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)
      if (!link) throw new Error(`Home has no link to ${path}`)
      const clicked = performance.now()
      link.click()
      while (document.title !== awaited) await new Promise(requestAnimationFrame)
      // A frame is painted when the next one begins.
      await new Promise(requestAnimationFrame)
      return performance.now() - clicked
    },
    [to, title] as const,
  )
}

/** Whether Back from another document restores the page without loading it. */
async function goBack(page: Page, path: string): Promise<boolean> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => (document.body.dataset['left'] = 'yes'))
  await page.goto('/api/docs')
  await page.evaluate(() => history.back())
  // A restored page fires no load event.
  await page.waitForFunction((wanted) => location.pathname === wanted, path)
  return page.evaluate(() => document.body.dataset['left'] === 'yes')
}
