import { expect, waitForHydration, test } from '../support/fixtures.ts'

test('no public page is excluded from the back/forward cache', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
      // Browsers do not cache pages that listen to their unloading.
      if (given[0].endsWith('unload')) document.documentElement.dataset['unloadListener'] = given[0]
      Reflect.apply(listen, this, given)
    }
  })
  for (const path of ['/', '/products', '/about', '/blogs', '/contact', '/myPortfolio', '/login']) {
    const response = await page.goto(path)
    await waitForHydration(page)
    expect([path, response?.headers()['cache-control']]).toEqual([path, 'no-cache'])
    await expect(page.locator('html')).not.toHaveAttribute('data-unload-listener')
  }
})
