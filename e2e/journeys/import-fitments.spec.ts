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

/** @shows row-153 */
test('the cars of a part are exported, changed in a spreadsheet, imported and undone @phone', async ({
  page,
  seed,
}) => {
  test.setTimeout(180_000)
  const part = await seed.part()
  await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importProducts')
  const fitments = tabOf(page, 'Kind of file', 'Fitments')
  await fitments.click()
  await expect(fitments).toHaveAttribute('aria-current', 'true')
  const exporting = page.getByRole('button', { name: 'Export CSV' })
  const file = await download(page, exporting)
  expect(file.name).toBe('fitments.csv')
  const lines = file.bytes.toString().split('\r\n')
  const own = String(lines.find((line) => line.startsWith(part.id)))
  expect(own).toContain(',Golf,2010,2014,')

  await choose(page, `${part.name}.csv`, [
    String(lines[0]),
    own.replace(',2010,2014,', ',2010,2016,'),
  ])
  await expect(page.getByText('Nothing has changed yet', { exact: false })).toBeVisible()
  await expect(tabOf(page, 'Fitments by outcome', /^Changed/)).toHaveText('Changed1')
  await expect(rowWith(page, part.name).first()).toContainText(/Year to\s*2014 → 2016/)
  await expectAccessible(page, 'a dry run of fitments')
  await page.getByRole('button', { name: 'Import 1 fitment' }).click()
  await confirm(page, 'Import')
  await expect(page.getByText('The file was imported.')).toBeVisible()
  const changed = await (async () => {
    await page.getByRole('link', { name: 'All imports' }).click()
    return (await download(page, exporting)).bytes.toString()
  })()
  expect(changed).toContain(own.replace(',2010,2014,', ',2010,2016,'))

  await page.getByRole('link', { name: `${part.name}.csv` }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await confirm(page, 'Undo import')
  await expect(page.getByText('The import was undone.')).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('heading', { name: 'Last imports' })).toBeVisible()
  await expect(rowWith(page, `${part.name}.csv`)).toContainText('undone')
  await expectAccessible(page, 'the last imports of fitments')
  expect((await download(page, exporting)).bytes.toString()).toContain(own)
})

/** @shows row-154 */
test('a file with an unknown car groups its rows and suggests the car that was meant', async ({
  page,
  seed,
}) => {
  const number = `FX-${Date.now()}`
  const part = await seed.part({ partNumber: number })
  const make = await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importFitments')
  await page.getByLabel('The file adds to what its parts fit').check()
  await expectAccessible(page, 'the choice of a file of fitments')
  await choose(page, 'unreadable.csv', ['Part number,Car', `${number},Golf`])
  await expect(page.getByText('There is no column “Car”', { exact: false })).toBeVisible()
  await choose(page, 'wrong.csv', [
    'Part number,Make,Model,Years',
    `${number},${make},Golf VIII,2014`,
    `${number},${make},Golf VIII,2015`,
  ])
  await expect(page.getByText('2 rows cannot be imported', { exact: false })).toBeVisible()
  const problem = `“Golf VIII” of ${make} is not known; did you mean Golf?`
  const toCorrect = page.getByRole('list', { name: 'To correct' })
  await expect(toCorrect).toHaveText(`2 rows: ${problem}`)
  await expect(rowWith(page, 'Line 2')).toContainText(problem)
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await expectAccessible(page, 'a dry run of fitments with mistakes')
})

/** @shows row-247 */
test('a series in a file is shown as its models before it is imported, and years without a car are named @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importFitments')
  await choose(page, `${part.name}.csv`, [
    'Id,Make,Model,Years',
    `${part.id},BMW,3 Series,2012-2018`,
    `${part.id},Honda,Civic,2012-2099`,
    `${part.id},Tesla,Model 3,2012-2014`,
  ])
  const otherwise = page.getByRole('list', { name: 'Read otherwise than written' })
  await expect(otherwise.getByRole('listitem')).toHaveText([
    '9 fitments: The file says “BMW 3 Series” 2012-2018',
    '1 fitment: The file says “Honda Civic” 2012-2099, which was sold until 2027',
  ])
  await expect(page.getByRole('list', { name: 'To correct' })).toHaveText(
    '1 row: Tesla Model 3 was not sold in 2012-2014, only in 2017-2027',
  )
  await tabOf(page, 'Fitments by outcome', /^New/).click()
  await expect(rowWith(page, 'BMW 328i').first()).toContainText(/2012[^]*2016[^]*The file says/)
  await expectAccessible(page, 'a dry run of a series')
})
