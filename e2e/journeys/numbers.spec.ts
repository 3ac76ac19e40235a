import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { confirm, download, mainOf, rowWith, tabOf } from '../support/steps.ts'

// Sequential: the shop reads two files at a time and refuses a third.
test.describe.configure({ mode: 'default' })

const boxOf = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Find a part' })

const oem = (number: string, brand = 'Volkswagen') => ({ kind: 'oem', brand, number }) as const

/** A number of the test's own, with a separator between its groups. */
function ownNumber(separator: string) {
  const digits = String(Date.now()).slice(-9)
  return ['7H0', digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(separator)
}

/** @shows row-163 */
test('a part is found by any number, in the header, in the list and on its page @phone', async ({
  page,
  seed,
}) => {
  const number = ownNumber(' ')
  const interchange = ownNumber('-').replace('7H0', 'KS9')
  const part = await seed.part()
  await seed.numbers(part, [
    oem(number),
    { kind: 'interchange', brand: 'Kestner', number: interchange },
  ])
  await page.goto('/about')
  await waitForHydration(page)
  await boxOf(page).fill(number.replaceAll(' ', '').toLowerCase())
  const option = page.getByRole('option').first()
  await expect(option).toContainText(part.name)
  await expect(option).toContainText(`OEM number ${number}, Volkswagen`)
  await expectAccessible(page, 'a suggestion by an OEM number')

  await page.goto(`/products?q=${encodeURIComponent(interchange.replaceAll('-', '.'))}`)
  await expect(mainOf(page)).toContainText(
    `${part.name}: Interchange number ${interchange}, Kestner`,
  )
  await expect(mainOf(page)).toContainText('check your car')
  await expectAccessible(page, 'a list by an interchange number')

  await page.goto(`/part/${part.id}`)
  await expect(mainOf(page).getByLabel('Numbers')).toContainText(number)
  await expectAccessible(page, 'a part with other numbers')
})

/** @shows row-161 */
test('a quick order takes any number, says how it was found, and asks for one of several parts @phone', async ({
  page,
  customer,
  seed,
}) => {
  const number = ownNumber('-')
  const shared = ownNumber(' ').replace('7H0', '7L6')
  const [left, right] = [
    await seed.part({ partNumber: `L-${number}` }),
    await seed.part({ partNumber: `R-${number}`, price: 70 }),
  ]
  await seed.numbers(left, [oem(number), oem(shared)])
  await seed.numbers(right, [oem(shared, 'Seat')])
  await signIn(page, customer)
  await page.goto('/quick-order')
  const list = mainOf(page).getByLabel('Parts and quantities')
  await list.fill(`${number.toLowerCase().replaceAll('-', '.')};10\n${shared},20`)
  await mainOf(page).getByRole('button', { name: 'Check list' }).click()
  await expect(page.getByRole('heading', { name: '1 of 2 parts available' })).toBeFocused()
  await expect(rowWith(page, left.name).first()).toContainText(`OEM number ${number}, Volkswagen`)
  await expect(mainOf(page)).toContainText(`2 parts have the number “${shared}”. Choose one`)
  await expectAccessible(page, 'a number of two parts')

  const choice = mainOf(page).getByRole('list', { name: `Parts with the number ${shared}` })
  await choice.getByRole('button', { name: right.name }).click()
  await expect(page.getByRole('heading', { name: '2 of 2 parts available' })).toBeVisible()
  await expect(page.getByLabel(`Quantity of ${right.name}`)).toBeFocused()
  await expect(list).toHaveValue(`${number.toLowerCase().replaceAll('-', '.')},10\nR-${number},20`)
  await mainOf(page).getByRole('button', { name: 'Place as one order' }).click()
  await expect(page.getByRole('heading', { name: '1 order placed' })).toBeFocused()
  expect(await seed.unitsLeft(right)).toBe(80)
})

/** @shows row-162 */
test('an admin gives a part numbers and a successor, and its page leads there @phone', async ({
  page,
  seed,
}) => {
  const successor = await seed.part({ partNumber: ownNumber('-') })
  const part = await seed.part({ partNumber: ownNumber('-').replace('7H0', '6H0') })
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  await tabOf(page, 'Product', 'Numbers').click()
  await expect(page.getByText('No other numbers')).toBeVisible()
  await page.getByRole('button', { name: 'Add number' }).click()
  await expect(page.getByLabel('Number', { exact: true })).toBeFocused()
  await expect(mainOf(page)).toContainText('A number needs letters or digits')
  await expectAccessible(page, 'a number with an error')
  await page.getByLabel('Kind', { exact: true }).selectOption('Interchange number')
  await page.getByLabel('Brand').fill('Kestner')
  await page.getByLabel('Number', { exact: true }).fill('KS 86 494')
  await page.getByRole('button', { name: 'Add number' }).click()
  await expect(rowWith(page, 'KS 86 494')).toContainText('Interchange number, Kestner')

  const next = page.getByLabel('Part number of the new part')
  await next.fill('no such part')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(mainOf(page)).toContainText('There is no part with the number “no such part”')
  const { partNumber = '' } = (await page.evaluate(
    async (id) => (await fetch(`/api/product/${id}`)).json(),
    successor.id,
  )) as { partNumber?: string }
  await next.fill(partNumber.toLowerCase())
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByRole('link', { name: `${successor.name}, ${partNumber}` })).toBeVisible()
  // The header covers a part of the menu of a page that has been scrolled.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, 'a replaced part')
  await page.getByRole('button', { name: 'Remove KS 86 494' }).click()
  await expect(rowWith(page, 'KS 86 494')).toHaveCount(0)

  await page.goto(`/part/${part.id}`)
  await expect(mainOf(page).getByRole('button', { name: 'Add to cart' })).toBeVisible()
  await expect(mainOf(page)).toContainText(`has been replaced by ${partNumber}.`)
  await expectAccessible(page, 'a replaced part that is still for sale')
  await mainOf(page).getByRole('link', { name: partNumber, exact: true }).click()
  await expect(page).toHaveURL(`/part/${successor.id}`)

  await seed.withdraw(part)
  await page.goto(`/part/${part.id}`)
  await expect(page).toHaveURL(`/part/${successor.id}`)
  await expect(mainOf(page).getByLabel('Numbers')).toContainText('Replaces')
})

/** @shows row-164 */
test('a file of numbers is checked, imported, exported and undone @phone', async ({
  page,
  seed,
}) => {
  test.setTimeout(120_000)
  const partNumber = ownNumber('-')
  const number = ownNumber(' ').replace('7H0', '5Q0')
  const part = await seed.part({ partNumber })
  await signIn(page, seed.admin)
  await page.goto('/dashboard/importProducts')
  await tabOf(page, 'Kind of file', 'Numbers').click()
  await expect(page.getByLabel('The file adds to the numbers of its parts')).toBeVisible()
  await expectAccessible(page, 'the choice of a file of numbers')
  const choose = (name: string, lines: string[]) =>
    mainOf(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  const heading = 'Part number,Kind,Brand,Number,Replaced by'
  await choose('wrong.csv', [heading, `${partNumber},cousin,,1,`])
  await expect(rowWith(page, part.name)).toContainText('Unknown kind “cousin”')
  await page.getByRole('link', { name: 'All imports' }).click()

  await choose(`${part.name}.csv`, [heading, `${partNumber},oem,Volkswagen,${number},`])
  await expect(rowWith(page, part.name).first()).toContainText(`OEM number${number}, Volkswagen`)
  await expectAccessible(page, 'a dry run of numbers')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await confirm(page, 'Import')
  await expect(page.getByText('The file was imported.')).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  const exporting = page.getByRole('button', { name: 'Export CSV' })
  const file = await download(page, exporting)
  expect(file.name).toBe('numbers.csv')
  expect(file.bytes.toString()).toContain(`${partNumber},oem,Volkswagen,${number},`)

  await page.getByRole('link', { name: `${part.name}.csv` }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await confirm(page, 'Undo import')
  await expect(page.getByText('The import was undone.')).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  expect((await download(page, exporting)).bytes.toString()).not.toContain(number)
})
