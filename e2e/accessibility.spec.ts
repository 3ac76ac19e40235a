import { AxeBuilder } from '@axe-core/playwright'
import { tour } from './every-page.ts'
import { expect, test } from './shop.ts'

test('axe finds nothing on any page, in either theme, and nothing overflows', async ({
  browser,
  customer,
  shelf,
}) => {
  test.setTimeout(240_000)
  await tour({
    browser,
    customer,
    shelf,
    visit: async (page, { name }, theme) => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      expect([name, theme, found]).toEqual([name, theme, []])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([name, overflow]).toEqual([name, 0])
    },
  })
})
