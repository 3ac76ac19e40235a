import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, mainOf, rowWith } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Letters that no other part has. */
const ownWord = () =>
  crypto
    .randomUUID()
    .replaceAll(/[^0-9a-f]/g, '')
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'g')

/** @shows row-98, row-99 */
test('the owner adds a synonym for a search without result, and customers find the part', async ({
  page,
  seed,
}) => {
  const [own, typed] = [ownWord(), ownWord()]
  const name = `Bracket ${own}`
  await seed.part({ name })
  await page.goto(`/products?q=${typed}`)
  await expect(mainOf(page)).toContainText(`No part matches “${typed}”`)
  await expect(
    page.getByRole('list', { name: 'Kinds of parts' }).getByRole('link'),
  ).not.toHaveCount(0)

  await signIn(page, seed.admin)
  await page.goto('/dashboard/missedSearches')
  await expect(rowWith(page, typed)).toBeVisible()
  await expectAccessible(page, 'missed searches')
  await page.getByRole('link', { name: `Add synonym for ${typed}` }).click()
  const terms = page.getByLabel('New synonyms')
  await expect(terms).toHaveValue(`${typed}, `)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(mainOf(page)).toContainText('Write at least two terms that mean the same')
  await terms.fill(`${typed}, ${own}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Synonyms added')
  await expectAccessible(page, 'synonyms')

  await page.goto(`/products?q=${typed}`)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([name])

  await page.goto(`/dashboard/synonyms?q=${typed}`)
  await page.getByRole('button', { name: `Remove ${typed}` }).click()
  await confirm(page, 'Remove')
  await expectToast(page, 'Synonyms removed')
  await page.goto(`/products?q=${typed}`)
  await expect(mainOf(page)).toContainText(`No part matches “${typed}”`)
})

/** @shows row-97 */
test('the catalogue asks what a mistyped word means', async ({ page, seed }) => {
  const own = ownWord()
  const name = `Bracket ${own}`
  await seed.part({ name })
  const typed = `${own.slice(0, 4)}${own.slice(5)}`
  await page.goto(`/products?q=${typed}`)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([name])
  await page.getByRole('link', { name: own, exact: true }).click()
  await expect(page).toHaveURL(`/products?q=${own}`)
  await expect(mainOf(page)).not.toContainText('Did you mean')
})
