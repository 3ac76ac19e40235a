import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openSession } from '../support/api.ts'
import type { Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, download, mainOf, rowWith, tabOf } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (page: Page, name: string | RegExp) => mainOf(page).getByRole('button', { name })

const newName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

async function ask(person: Person, company: string) {
  const session = await openSession(person)
  await session.send('PUT', `/tradeAccount/${person.email}`, {
    company,
    taxId: '12-3456789',
    invoiceAddress: '1 Test Street\nSpringfield',
    referencePrefix: 'PO-',
    needsReference: true,
  })
  await session.end()
}

async function addList(admin: Page, name: string) {
  await admin.goto('/dashboard/priceLists')
  await button(admin, 'Add a price list').press('Enter')
  const form = admin.getByRole('dialog', { name: 'Add a price list' })
  await form.getByRole('button', { name: 'Add price list' }).click()
  await expect(form.getByText('Name is Required')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Percent off').fill('25')
  await form.getByLabel('Percent off').press('Enter')
  await expect(form).toHaveCount(0)
}

/** @shows row-168 */
test('an admin adds a price list, gives a product prices and an account the list, and deletes it @phone', async ({
  page,
  customer,
  seed,
}) => {
  const [list, part] = [newName('Dealers'), await seed.part()]
  await signIn(page, seed.admin)
  await addList(page, list)
  await expectAccessible(page, 'the price lists with their last changes')
  await mainOf(page).getByRole('link', { name: list }).click()
  await expect(page.getByRole('heading', { name: list })).toBeVisible()
  await page.getByLabel('Email of an account').fill('nobody@shop.example')
  await button(page, 'Add account').click()
  await expect(page.getByText('No account has nobody@shop.example')).toBeVisible()
  await page.getByLabel('Email of an account').fill(customer.email)
  await page.getByLabel('Email of an account').press('Enter')
  await expect(rowWith(page, customer.email).first()).toBeVisible()
  await expectAccessible(page, 'the accounts of a price list')

  await tabOf(page, 'Parts of the price list', /Own prices/).click()
  await page.getByLabel('Product to price').fill(part.name)
  await button(page, 'Find product').click()
  await button(page, `Set prices of ${part.name}`).press('Enter')
  const prices = page.getByRole('dialog', { name: `Prices of ${part.name}` })
  await prices.getByLabel('Own prices').fill('1:60, 50:70')
  await prices.getByRole('button', { name: 'Save prices' }).click()
  await expect(prices.getByText('Units and a price each')).toHaveCount(2)
  await prices.getByLabel('Own prices').fill('1:60; 50:55.50')
  await prices.getByLabel('Own prices').press('Enter')
  await expect(rowWith(page, part.name).filter({ hasText: '50:55.50' }).first()).toBeVisible()
  await expectAccessible(page, 'the own prices of a price list')

  await page.goto('/dashboard/priceLists')
  await button(page, `Delete ${list}`).click()
  await confirm(page, 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText('This list has accounts')
  await page.keyboard.press('Escape')
  await mainOf(page).getByRole('link', { name: list }).click()
  await button(page, `Remove ${customer.email}`).click()
  await expect(page.getByText('No account is on this list')).toBeVisible()
  await page.goto('/dashboard/priceLists')
  await button(page, `Delete ${list}`).click()
  await confirm(page, 'Delete')
  await expect(button(page, `Delete ${list}`)).toHaveCount(0)
})

/** @shows row-174, row-175, row-176, row-178, row-233 */
test('a business is approved with a list, orders at its price with its own number, and is closed again @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [company, list] = [newName('Workshop'), newName('Workshops')]
  const part = await seed.part({ price: 68 })
  const admin = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signIn(admin, seed.admin)
  await addList(admin, list)
  await ask(customer, company)
  await admin.goto(`/dashboard/tradeAccounts?q=${encodeURIComponent(company)}`)
  await button(admin, `Approve ${company}`).press('Enter')
  await admin
    .getByRole('dialog')
    .getByLabel('Price list')
    .selectOption({ label: `${list}, 25% off` })
  await expectAccessible(admin, 'an approval with a price list')
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(rowWith(admin, company).first()).toContainText(list)

  await signIn(page, customer)
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'Trade account' })
  await expect(section).toContainText(`${list}: 25% off`)
  await page.goto(`/order/${part.id}?quantity=10`)
  await expect(mainOf(page)).toContainText('10 × $51.00')
  const reference = mainOf(page).getByLabel('Your order number')
  await expect(reference).toHaveValue('PO-')
  await button(page, 'Calculate').click()
  await button(page, 'Order Now').click()
  await expect(mainOf(page)).toContainText('Your order number is Required')
  await expect(reference).toBeFocused()
  await reference.fill('PO-2231')
  await button(page, 'Order Now').click()
  await mainOf(page).getByRole('link', { name: 'Pay now' }).click()
  await expect(mainOf(page)).toContainText('10 × $51.00')
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await seed.pay(customer, { ...part, price: 51 }, order)
  await page.goto(`/dashboard/invoice/${order}`)
  await expect(mainOf(page)).toContainText(company)
  await expect(mainOf(page)).toContainText('Tax ID: 12-3456789')
  await expect(mainOf(page)).toContainText('PO-2231')
  await expectAccessible(page, 'the invoice of a trade account')

  await admin.goto(`/dashboard/tradeSales?account=${encodeURIComponent(company)}`)
  const sale = rowWith(admin, part.name).first()
  await expect(sale).toContainText('List price $68.00')
  await expect(sale).toContainText('$170.00 less than at list price')
  // A sum of prices: with taxes it is not what was paid.
  await expect(mainOf(admin)).toContainText('without shipping and added taxes')
  await expect(mainOf(admin).getByRole('term')).toHaveText([
    'Orders',
    'Units',
    'Amount',
    'At list price',
    'Difference',
  ])
  await expectAccessible(admin, 'the sales of a trade account')
  const file = await download(admin, button(admin, 'Export CSV'))
  expect(file.bytes.toString()).toContain(`${company},,${part.name},10,51.00,68.00`)

  await admin.goto(`/dashboard/tradeAccounts?q=${encodeURIComponent(company)}`)
  await button(admin, `Close ${company}`).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Close trade account' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await admin.context().close()

  await page.goto(`/order/${part.id}?quantity=10`)
  await expect(mainOf(page)).toContainText('10 × $68.00')
  await expect(reference).toHaveCount(0)
  await page.goto('/dashboard/myOrder')
  await expect(mainOf(page)).toContainText('10 × $51.00')
})
