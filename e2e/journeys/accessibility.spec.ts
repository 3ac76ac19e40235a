import { contrastViolations, axeViolations } from '../support/axe.ts'
import { visitEveryPage, roles } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

// One test per role: they run in parallel.
for (const role of roles) {
  test(`axe finds no violation on any page of a ${role} @phone`, async ({
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
      visit: async (page, { name }, theme) => {
        const found = theme === 'light' ? await axeViolations(page) : await contrastViolations(page)
        expect.soft(found, `${name}, ${theme}`).toEqual([])
      },
    })
  })
}
