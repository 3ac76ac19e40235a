import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/shop.ts'

/** Looks at a page as printed, for ways on and for colours other than black on white. */
function strayOnPaper() {
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

/** The number of sheets that the printer needs. */
async function sheetsOf(page: Page, format: 'A4' | 'Letter') {
  const pdf = await page.pdf({ format })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
}

test('an invoice and the orders are printed in black on white, without the frame of the shop', async ({
  page,
  customer,
  shelf,
}) => {
  const partNumber = randomUUID()
  const part = await shelf.stock({ partNumber })
  const paid = await shelf.paidOrder(customer, part)
  await shelf.order(customer, part)
  await signIn(page, customer)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const main = page.getByRole('main')

  await page.goto(`/dashboard/invoice/${paid}`)
  await expect(main.getByRole('rowheader', { name: part.name })).toBeVisible()
  await expect(main.getByText('$680.00').first()).toBeVisible()
  await expect(main.getByRole('rowheader', { name: partNumber })).toBeVisible()
  await expect(main.getByText('100 Workshop Road, Springfield')).toBeVisible()
  expect(await page.evaluate(strayOnPaper)).toEqual([])
  expect([await sheetsOf(page, 'A4'), await sheetsOf(page, 'Letter')]).toEqual([1, 1])

  await page.goto('/dashboard/myOrder')
  await expect(main.getByRole('listitem').filter({ hasText: part.name })).toHaveCount(2)
  await expect(main.getByText('Pending', { exact: true })).toBeVisible()
  expect(await page.evaluate(strayOnPaper)).toEqual([])
})

test('an admin prints all orders with how far each has come', async ({ page, customer, shelf }) => {
  const part = await shelf.stock()
  await shelf.paidOrder(customer, part)
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/manageAllOrders?q=${part.name}`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('main').getByText('Pending', { exact: true })).toBeVisible()
  expect(await page.evaluate(strayOnPaper)).toEqual([])
})
