import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chromium as packaged } from '../../e2e/support/chromium.ts'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import setUp from '../../e2e/support/global-setup.ts'

/** From a click on Home until the next page is painted, in milliseconds at most. */
const goal = 100
const rounds = 5
const ways = [
  { to: '/products', title: 'Products' },
  { to: '/about', title: 'About' },
  { to: '/blogs', title: 'Blogs' },
  { to: '/contact', title: 'Contact' },
  { to: '/myPortfolio', title: 'My Portfolio' },
]

readCommandLine({
  usage: 'npm run bench:navigation',
  about:
    'Measures how fast public pages follow each other in a browser, and whether Back keeps them.',
})
const tearDown = await setUp()
const browser = await chromium.launch({
  ...(await packaged()),
  // Playwright switches off what is looked at here.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
})
try {
  const table: Record<string, object> = {}
  let isGood = true
  for (const { to, title } of ways) {
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      took.push(await inBrowser((page) => navigate(page, to, `${title}-Auto Parts`)))
    }
    took.sort((a, b) => a - b)
    const median = Math.round(took[Math.floor(rounds / 2)] ?? Number.NaN)
    const isKept = await inBrowser((page) => goAndComeBack(page, to))
    isGood &&= median < goal && isKept
    const slowest = Math.round(took.at(-1) ?? Number.NaN)
    table[to] = { 'median (ms)': median, 'slowest (ms)': slowest, 'kept for Back': isKept }
  }
  console.table(table)
  process.exitCode = isGood ? 0 : 1
} finally {
  await browser.close()
  await tearDown?.()
}

/** In a browser that has seen nothing of the shop. */
async function inBrowser<T>(look: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ baseURL: String(process.env['BASE_URL']) })
  try {
    return await look(page)
  } finally {
    await page.close()
  }
}

/** From Home: the page's scripts and data are fetched within the time. */
async function navigate(page: Page, to: string, title: string): Promise<number> {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    async ([path, awaited]) => {
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)
      if (!link) throw new Error(`Home does not lead to ${path}`)
      const clicked = performance.now()
      link.click()
      while (document.title !== awaited) await new Promise(requestAnimationFrame)
      // What the frame shows is on the screen when the next one begins.
      await new Promise(requestAnimationFrame)
      return performance.now() - clicked
    },
    [to, title] as const,
  )
}

/** Whether Back from another document shows the page as it was left, without loading it again. */
async function goAndComeBack(page: Page, path: string): Promise<boolean> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => (document.body.dataset['left'] = 'yes'))
  await page.goto('/api/docs')
  await page.evaluate(() => history.back())
  // A page that was kept has no loading that could be waited for.
  await page.waitForFunction((wanted) => location.pathname === wanted, path)
  return page.evaluate(() => document.body.dataset['left'] === 'yes')
}
