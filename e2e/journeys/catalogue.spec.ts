import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, waitForHydration, signIn, test } from '../support/fixtures.ts'
import { delayCalls, isNarrow, mainOf } from '../support/steps.ts'

const cards = (page: Page) => page.getByRole('article')
const namesOn = (page: Page) => cards(page).getByRole('heading').allTextContents()
const search = (page: Page) => page.getByLabel('Search parts')
const count = (page: Page) => page.getByRole('main').getByRole('status')

/** Unfolds the filters on a phone. */
async function unfold(page: Page) {
  if (isNarrow(page)) await page.getByRole('button', { name: /^Filters/ }).click()
}

/** A part number that no other part has. */
const ownCode = () => randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  /** @shows row-83, row-100 */
  test('the catalogue can be searched, filtered, sorted and paged @phone', async ({
    page,
    seed,
  }) => {
    const code = ownCode()
    const dear = await seed.part({ partNumber: `${code}-1`, price: 90, kind: 'lighting' })
    const cheap = await seed.part({ partNumber: `${code}-2`, price: 30, kind: 'lighting' })
    await seed.part({ partNumber: `${code}-3`, price: 30, kind: 'body' })
    await seed.part({ partNumber: `${code}-4`, price: 30, kind: 'lighting', quantity: 9 })

    await page.goto('/products')
    await expect(cards(page)).toHaveCount(24)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\/products\?page=2$/)
    await expect(count(page)).toHaveText(/^25–\d+ of \d+ parts$/)

    await search(page).fill(code)
    await page.getByLabel('Kind').selectOption('Lighting')
    await page.getByLabel('In stock').check()
    await page.getByLabel('Highest price').fill('90')
    await page.getByLabel('Sort').selectOption('Lowest price first')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(count(page)).toHaveText(`2 parts for “${code}”`)
    await expect.poll(() => namesOn(page)).toEqual([cheap.name, dear.name])
    await expect(page.getByLabel('Highest price')).toHaveValue('90')

    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(count(page)).toHaveText(`4 parts for “${code}”`)

    await page.goto('/about')
    await page.getByRole('banner').getByRole('combobox').fill(`${code}-1`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/products?q=${code}-1`)
    await expect.poll(() => namesOn(page)).toEqual([dear.name])
  })
})

/** @shows row-83 */
test('a part is found by its number in any spelling', async ({ page, seed }) => {
  const code = ownCode()
  const parts = [code.slice(0, 3), code.slice(3, 6), code.slice(6)]
  const part = await seed.part({ partNumber: parts.join('-') })
  await page.goto('/products')
  await waitForHydration(page)
  for (const written of [parts.join('-'), code, parts.join(' ').toLowerCase(), parts.join('./')]) {
    await search(page).fill(written)
    await expect(count(page)).toHaveText(`1 part for “${written}”`)
    await expect.poll(() => namesOn(page)).toEqual([part.name])
  }
  await expect(cards(page)).toContainText(`Part no. ${parts.join('-')}`)
})

/** @shows row-83 */
test('search, filters and order are in the URL and its history', async ({ page, seed }) => {
  test.setTimeout(180_000)
  const code = ownCode()
  const dear = await seed.part({ partNumber: `${code}-1`, price: 90, kind: 'brakes' })
  const cheap = await seed.part({ partNumber: `${code}-2`, price: 30, kind: 'brakes' })
  const short = await seed.part({ partNumber: `${code}-3`, price: 60, quantity: 0 })
  await page.goto('/products')
  await waitForHydration(page)
  await unfold(page)
  await search(page).pressSequentially(code, { delay: 20 })
  await expect(count(page)).toHaveText(`3 parts for “${code}”`)
  await page.getByLabel('Sort').selectOption('Highest price first')
  await expect.poll(() => namesOn(page)).toEqual([dear.name, short.name, cheap.name])
  await page.getByLabel('In stock').check()
  await expect.poll(() => namesOn(page)).toEqual([dear.name, cheap.name])
  await page.getByLabel('Lowest price').fill('$ 31')
  await expect.poll(() => namesOn(page)).toEqual([dear.name])
  await expectAccessible(page, 'a catalogue that is filtered')
  const address = `/products?q=${code}&minPrice=31&inStock=true&sort=highest-price`
  await expect(page).toHaveURL(address)

  await page.goBack()
  await expect.poll(() => namesOn(page)).toEqual([dear.name, cheap.name])
  await expect(page.getByLabel('Lowest price')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('In stock')).not.toBeChecked()
  await page.goBack()
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(search(page)).toHaveValue('')
  await page.goForward()
  await expect(search(page)).toHaveValue(code)
  await expect(count(page)).toHaveText(`3 parts for “${code}”`)

  await page.goto(address)
  await expect.poll(() => namesOn(page)).toEqual([dear.name])
  await waitForHydration(page)
  await unfold(page)
  await page.getByLabel('Kind').selectOption('Body')
  await expect(page.getByText(`No part matches “${code}”`)).toBeVisible()
  await expectAccessible(page, 'filters without a match')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(search(page)).toBeFocused()
  await expect(count(page)).toHaveText(`3 parts for “${code}”`)
  await search(page).fill('no such part')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toBeFocused()
  await expect(page).toHaveURL('/products?sort=highest-price')
})

/** @shows row-83 */
test('the previous results stay visible while new ones load', async ({ page, seed }) => {
  const code = ownCode()
  const part = await seed.part({ partNumber: code })
  const [first = ''] = await firstNames(page)
  const { arrived, release } = await delayCalls(page, '**/api/products?*')
  await search(page).fill(code.slice(0, 5))
  await arrived
  const before = await count(page).textContent()
  await search(page).pressSequentially(code.slice(5))
  await expect(search(page)).toHaveValue(code)
  await expect(cards(page).first()).toContainText(first)
  await expect(count(page)).toHaveText(String(before))
  release()
  await expect(count(page)).toHaveText(`1 part for “${code}”`)
  await expect.poll(() => namesOn(page)).toEqual([part.name])
})

async function firstNames(page: Page) {
  await page.goto('/products')
  await waitForHydration(page)
  return namesOn(page)
}

/** @shows row-83 */
test('an invalid price shows a message, and Enter searches at once', async ({ page }) => {
  await page.goto('/products')
  await waitForHydration(page)
  await unfold(page)
  await page.getByLabel('Highest price').fill('cheap')
  await expect(page.getByRole('alert')).toHaveText('A price such as 18.79')
  await expect(page).toHaveURL('/products')
  await page.getByLabel('Highest price').fill('7')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL('/products?maxPrice=7')
  await search(page).fill('oil filter')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/products?q=oil+filter&maxPrice=7')
  await expect(cards(page).first()).toContainText('Oil Filter')
})

/** @shows row-102 */
test('the first parts are in view, also in the system font: below folded filters, or above the fold @phone', async ({
  page,
}) => {
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/products')
  await waitForHydration(page)
  const box = async (selector: string) => {
    const { y = NaN, height = NaN } = (await page.locator(selector).first().boundingBox()) ?? {}
    return { top: y, bottom: y + height }
  }
  const [tools, card, link] = [
    await box('.catalogue-tools'),
    await box('.product-card'),
    await box('.product-card .button'),
  ]
  if (isNarrow(page)) expect(card.top - tools.top).toBeLessThanOrEqual(300)
  else expect(link.bottom).toBeLessThanOrEqual(800)
})

/** @shows row-102 */
test('a table compares the same parts, sorts by its headings, and is in the URL @phone', async ({
  page,
  seed,
}) => {
  const code = ownCode()
  const dear = await seed.part({ partNumber: `${code}-1`, price: 90, kind: 'brakes' })
  const cheap = await seed.part({ partNumber: `${code}-2`, price: 30 })
  await page.goto(`/products?q=${code}`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL(`/products?q=${code}&view=table`)
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(rows).toHaveText([new RegExp(dear.name), new RegExp(cheap.name)])
  await expect(rows.first()).toContainText('$90.00')
  await expect(cards(page)).toHaveCount(0)
  await expectAccessible(page, 'the table of the catalogue')

  if (isNarrow(page)) await page.getByLabel('Sort').selectOption('Lowest price first')
  else await page.getByRole('link', { name: 'Price', exact: true }).click()
  await expect(rows).toHaveText([new RegExp(cheap.name), new RegExp(dear.name)])
  await expect(page).toHaveURL(/sort=lowest-price&view=table$/)
  await expect(
    rows.first().getByRole('link', { name: 'Add To Card', exact: true }),
  ).toHaveAttribute('href', `/order/${cheap.id}`)
})

/** @shows row-83 */
test('page links lead to the top of their page', async ({ page }) => {
  await page.goto('/products')
  await waitForHydration(page)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL('/products?page=2')
  await expect(count(page)).toHaveText(/^25–/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(pages.getByRole('link', { name: '2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goBack()
  await expect(count(page)).toHaveText(/^1–24 of/)
})

/** @shows row-214 */
test('a page beyond the last one is none, and leads back to the first', async ({
  page,
  request,
}) => {
  for (const address of ['/products?page=400', '/products?page=9999', '/parts?page=400']) {
    expect([address, (await request.get(address)).status()]).toEqual([address, 404])
  }
  for (const address of ['/products?page=2', '/products?q=no-such-part', '/products?page=0']) {
    expect([address, (await request.get(address)).status()]).toEqual([address, 200])
  }
  await page.goto('/products?page=400')
  await mainOf(page).getByRole('link', { name: 'Back to the first parts' }).click()
  await expect(count(page)).toHaveText(/^1–24 of/)
})

/** @shows row-83 */
test('the order page shows the part number', async ({ page, customer, seed }) => {
  const part = await seed.part({ partNumber: `AP-${ownCode()}` })
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  await expect(page.getByRole('main').getByText(/^Part no\. AP-/)).toBeVisible()
})
