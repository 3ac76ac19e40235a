import { coloursOf, faultsOf } from './axe.ts'
import { tour } from './every-page.ts'
import { expect, test } from './shop.ts'

test('axe finds nothing on any page, in either theme, and nothing overflows', async ({
  browser,
  customer,
  shelf,
}) => {
  test.setTimeout(600_000)
  await tour({
    browser,
    customer,
    shelf,
    visit: async (page, { name }, theme) => {
      const found = theme === 'light' ? await faultsOf(page) : await coloursOf(page)
      expect.soft(found, `${name}, ${theme}`).toEqual([])
    },
  })
})
