import type { Page, ViewportSize } from '@playwright/test'
import { byName, sampleOf } from '#server/testing/sample.ts'
import { contrastViolations, axeViolations } from '../support/axe.ts'
import { publicViews, visitEveryPage } from '../support/every-page.ts'
import type { Theme, View } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { delayFont, expectNoShift } from '../support/layout-shift.ts'
import { expectTrueTexts } from '../support/translator.ts'

// One test per role: they run in parallel.
test.describe.configure({ timeout: 400_000 })

/** Style sheets that the page has twice: the fonts of one that arrives again replace those of the page. */
const repeatedSheets = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.styleSheets].map(({ cssRules }) =>
      [...cssRules].map(({ cssText }) => cssText).join(' '),
    )
    return texts
      .filter((text, index) => texts.indexOf(text) < index)
      .map((text) => text.slice(0, 90))
  })

/**
 * Looks at every page, with axe at a sample. On a phone the sample alone is opened: titles and frames are those of a
 * desktop.
 */
function walk(role: string, viewport: ViewportSize | null) {
  const isPhone = viewport !== null && viewport.width < 600
  let sample: View[] = []
  return {
    select: (views: readonly View[]) => {
      sample = sampleOf(`axe for a ${role} on a ${isPhone ? 'phone' : 'desktop'}`, views, byName)
      return isPhone ? sample : [...views]
    },
    visit: (page: Page, view: View, theme: Theme) =>
      expectSound(page, view, theme, { withAxe: sample.includes(view) }),
  }
}

async function expectSound(
  page: Page,
  { name, title }: View,
  theme: Theme,
  { withAxe }: { withAxe: boolean },
) {
  if (theme === 'light') {
    await expect.soft(page).toHaveTitle(`${title}-Auto Parts`)
    await expect.soft(page.getByRole('banner'), name).toBeVisible()
    await expect.soft(page.getByRole('contentinfo'), name).toBeVisible()
    expect.soft(await repeatedSheets(page), name).toEqual([])
    await expectTrueTexts(page, name)
  }
  if (!withAxe) return
  const found = theme === 'light' ? await axeViolations(page) : await contrastViolations(page)
  expect.soft(found, `${name}, ${theme}`).toEqual([])
}

for (const role of ['customer', 'admin'] as const) {
  /** @shows row-1, row-16, row-48, row-58, row-104 */
  test(`every page of a ${role} has a title, a header, a footer and no axe violation @phone`, async ({
    browser,
    customer,
    seed,
    viewport,
  }) => {
    await visitEveryPage({ browser, customer, seed, role, ...walk(role, viewport) })
  })
}

/** @shows row-1, row-16, row-48, row-58, row-104, row-123 */
test('every page of a visitor has a title, a header, a footer and no axe violation, and a late font neither shifts a public page nor mixes with the one on it @phone', async ({
  browser,
  customer,
  seed,
  viewport,
}) => {
  await visitEveryPage({
    browser,
    customer,
    seed,
    role: 'visitor',
    ...walk('visitor', viewport),
    prepare: delayFont,
    opened: async (page, view) => {
      if (publicViews.includes(view)) await expectNoShift(page, view.name)
    },
  })
})
