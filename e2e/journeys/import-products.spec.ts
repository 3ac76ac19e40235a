import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, download, mainOf, rowWith, tabOf } from '../support/steps.ts'

// Sequential: the shop reads two files at a time and refuses a third.
test.describe.configure({ mode: 'default' })

const choose = (page: Page, name: string, lines: string[]) =>
  mainOf(page)
    .locator('input[type=file]')
    .setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    })

/** @shows row-85 */
test('an edited catalogue is imported and undone @phone', async ({ page, customer, seed }) => {
  test.setTimeout(180_000)
  const part = await seed.part({ quantity: 40 })
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importProducts')
  const file = await download(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.name).toBe('products.csv')
  const lines = file.bytes.toString().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFId,Name,/)
  const own = String(lines.find((line) => line.startsWith(part.id)))
  await seed.order(customer, part)

  const list = `${part.name}.csv`
  await choose(page, list, [String(lines[0]), own.replace(',68.00,,40,40,', ',72.5,,90,40,')])
  await expect(page.getByRole('heading', { name: list })).toBeVisible()
  await expect(page.getByText('Nothing has changed yet', { exact: false })).toBeVisible()
  await expect(tabOf(page, 'Rows by outcome', /^Changed/)).toHaveText('Changed1')
  await expect(rowWith(page, part.name).first()).toContainText(/Price\s*\$68\.00 → \$72\.50/)
  // Ten units were sold since the export, and remain so.
  await expect(rowWith(page, part.name).first()).toContainText(/Stock\s*30 → 80/)
  await expectAccessible(page, 'a dry run')
  expect(await seed.unitsLeft(part)).toBe(30)

  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expectAccessible(page, 'the question before a file is imported')
  await confirm(page, 'Import')
  await expect(page.getByText('The file was imported.')).toBeVisible()
  await expect(mainOf(page)).toContainText('File imported')
  expect(await seed.unitsLeft(part)).toBe(80)

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await confirm(page, 'Undo import')
  await expect(page.getByText('The import was undone.')).toBeVisible()
  expect(await seed.unitsLeft(part)).toBe(30)
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('heading', { name: 'Last imports' })).toBeVisible()
  await expect(rowWith(page, list)).toContainText('undone')
  await expectAccessible(page, 'the last imports')
})

/** @shows row-85 */
test('a file with mistakes shows them by line and changes nothing', async ({ page, seed }) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importProducts')
  await choose(page, 'odd.csv', ['Id,Prise', `${part.id},70`])
  await expect(page.getByText('There is no column “Prise”', { exact: false })).toBeVisible()
  await expectAccessible(page, 'a file that cannot be read')
  await choose(page, 'wrong.csv', ['Id,Price,Stock', `${part.id},cheap,70`])
  await expect(page.getByText('1 row cannot be imported', { exact: false })).toBeVisible()
  await expect(tabOf(page, 'Rows by outcome', /^Errors/)).toHaveAttribute('aria-current', 'true')
  await expect(rowWith(page, part.name)).toContainText('Line 2')
  await expect(rowWith(page, part.name)).toContainText('Price: “cheap” is not a price from $0.05')
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await expect(rowWith(page, part.name).getByRole('alert')).toHaveCount(0)
  await expectAccessible(page, 'a dry run of a file with mistakes')
})

/** @shows row-249, row-250 */
test('a price list with parts of other shops and an error changes the rest @phone', async ({
  page,
  request,
  seed,
}) => {
  const [part, other] = [await seed.part(), await seed.part()]
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importProducts')
  const lines = ['Id,Part number,Price', `${part.id},,70`, `${other.id},,cheap`, ',QF-9001,12']
  await page.getByLabel('Leave out rows about parts that the shop does not have').check()
  await choose(page, 'prices.csv', lines)
  await expect(page.getByText('1 row cannot be imported as it is.', { exact: false })).toBeVisible()
  await expect(tabOf(page, 'Rows by outcome', /^Errors/)).toHaveText('Errors1')
  await tabOf(page, 'Rows by outcome', /^Left out/).click()
  await expect(rowWith(page, 'QF-9001')).toContainText('There is no part “QF-9001”')
  await expectAccessible(page, 'the rows that a file leaves out')

  const file = await download(page, page.getByRole('button', { name: 'Download left-out rows' }))
  expect(file.name).toBe('left out of prices.csv')
  expect(file.bytes.toString().split('\r\n').slice(1, 3)).toEqual([
    `"Price: “cheap” is not a price from $0.05 to $999,999.99",${other.id},,cheap`,
    'There is no part “QF-9001”,,QF-9001,12',
  ])

  await page.getByRole('button', { name: 'Import without errors' }).click()
  await expectAccessible(page, 'the question before a file is imported without its errors')
  await confirm(page, 'Import')
  await expect(
    page.getByText('The file was imported. 1 row with errors and 1 more are left out.'),
  ).toBeVisible()
  const prices = [part, other].map(async ({ id }) => {
    const response = await request.get(`/api/product/${id}`)
    return ((await response.json()) as { price: number }).price
  })
  expect(await Promise.all(prices)).toEqual([70, 68])
})
