import { contrastViolations, axeViolations } from '../support/axe.ts'
import { visitEveryPage, roles } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

// One test per role: they run in parallel.
for (const role of roles) {
  /** @shows row-1, row-16, row-48, row-58, row-104 */
  test(`every page of a ${role} has a title, a header, a footer and no axe violation @phone`, async ({
    browser,
    customer,
    seed,
  }) => {
    test.setTimeout(400_000)
    await visitEveryPage({
      browser,
      customer,
      seed,
      role,
      visit: async (page, { name, title }, theme) => {
        if (theme === 'light') {
          await expect.soft(page).toHaveTitle(`${title}-Auto Parts`)
          await expect.soft(page.getByRole('banner'), name).toBeVisible()
          await expect.soft(page.getByRole('contentinfo'), name).toBeVisible()
        }
        const found = theme === 'light' ? await axeViolations(page) : await contrastViolations(page)
        expect.soft(found, `${name}, ${theme}`).toEqual([])
      },
    })
  })
}
