import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from '../support/fixtures.ts'
import { printedPages } from '../support/print.ts'

/** The elements of a printed page that are controls, or not black on white. */
function unprintableElements() {
  return Array.from(document.querySelectorAll('body, body *'))
    .filter((element) => {
      if (!element.checkVisibility()) return false
      const { color, backgroundColor } = getComputedStyle(element)
      const [text = 255, background = 0] = [color, backgroundColor].map((colour) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] = Array.from(
          colour.matchAll(/[\d.]+/g),
          Number,
        )
        return alpha === 0 ? 255 : (red + green + blue) / 3
      })
      const isPale = text > 128 && element.textContent.trim() !== ''
      const isControl = element.matches('nav, header, footer, .button, .icon-button')
      return isPale || background < 255 || isControl
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 120))
}

test('invoice and orders are printed in black on white', async ({ page, customer, seed }) => {
  const partNumber = randomUUID()
  const part = await seed.part({ partNumber })
  const paid = await seed.paidOrder(customer, part)
  await seed.order(customer, part)
  await signIn(page, customer)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const main = page.getByRole('main')

  await page.goto(`/dashboard/invoice/${paid}`)
  await expect(main.getByRole('rowheader', { name: part.name })).toBeVisible()
  await expect(main.getByText('$680.00').first()).toBeVisible()
  await expect(main.getByRole('rowheader', { name: partNumber })).toBeVisible()
  await expect(main.getByText('100 Workshop Road, Springfield')).toBeVisible()
  expect(await page.evaluate(unprintableElements)).toEqual([])
  expect([await printedPages(page, 'A4'), await printedPages(page, 'Letter')]).toEqual([1, 1])
  // As a footer of the table it would be on each sheet.
  await expect(main.locator('tfoot')).toHaveCSS('display', 'table-row-group')

  await page.goto('/dashboard/myOrder')
  await expect(main.getByRole('listitem').filter({ hasText: part.name })).toHaveCount(2)
  await expect(main.getByText('Pending', { exact: true })).toBeVisible()
  expect(await page.evaluate(unprintableElements)).toEqual([])
})

test('an admin prints all orders with their states', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${part.name}`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('main').getByText('Pending', { exact: true })).toBeVisible()
  expect(await page.evaluate(unprintableElements)).toEqual([])
})
