import { coloursOf, faultsOf } from '../support/axe.ts'
import { tour, visitors } from '../support/every-page.ts'
import { expect, test } from '../support/shop.ts'

// Apart from each other, so that they run beside each other.
for (const as of visitors) {
  test(`as ${as}, axe finds nothing on any page, in either theme, and nothing overflows`, async ({
    browser,
    customer,
    shelf,
  }) => {
    test.setTimeout(400_000)
    await tour({
      browser,
      customer,
      shelf,
      as,
      visit: async (page, { name }, theme) => {
        const found = theme === 'light' ? await faultsOf(page) : await coloursOf(page)
        expect.soft(found, `${name}, ${theme}`).toEqual([])
      },
    })
  })
}
