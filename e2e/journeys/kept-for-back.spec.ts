import { expect, hydrated, test } from '../support/shop.ts'

test('nothing keeps browsers from holding a public page ready for Back', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
      // A browser lets go of pages that want to hear of their end.
      if (given[0].endsWith('unload')) document.documentElement.dataset['hears'] = given[0]
      Reflect.apply(listen, this, given)
    }
  })
  for (const path of ['/', '/products', '/about', '/blogs', '/contact', '/myPortfolio', '/login']) {
    const answer = await page.goto(path)
    await hydrated(page)
    expect([path, answer?.headers()['cache-control']]).toEqual([path, 'no-cache'])
    await expect(page.locator('html')).not.toHaveAttribute('data-hears')
  }
})
