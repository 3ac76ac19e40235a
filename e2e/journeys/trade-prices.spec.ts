import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, mainOf, rowWith, tabOf } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (page: Page, name: string | RegExp) => mainOf(page).getByRole('button', { name })

const newName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

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
  await expect(page.getByRole('alertdialog')).toContainText('Accounts are on this list')
  await page.keyboard.press('Escape')
  await mainOf(page).getByRole('link', { name: list }).click()
  await button(page, `Remove ${customer.email}`).click()
  await expect(page.getByText('No account is on this list')).toBeVisible()
  await page.goto('/dashboard/priceLists')
  await button(page, `Delete ${list}`).click()
  await confirm(page, 'Delete')
  await expect(button(page, `Delete ${list}`)).toHaveCount(0)
})
