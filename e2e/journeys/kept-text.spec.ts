import type { Page } from '@playwright/test'
import { createAccount, newPerson, openSession, type Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  endSession,
  logInAgain,
  pressToLogin,
  pressUntil,
  sessionEnded,
} from '../support/ended-session.ts'
import { expect, fillAddress, fillLogin, signIn, test, testAddress } from '../support/fixtures.ts'
import { failCalls, mainOf } from '../support/steps.ts'

const kept = 'We kept what you typed'

/** Types an address into the address book; the session ends before it is saved, and an account logs in. */
async function typeAddressAndLogIn(page: Page, person: Person) {
  await page.goto('/dashboard')
  const book = page.getByRole('region', { name: 'Address book' })
  await book.getByRole('button', { name: 'Add an address' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an address' })
  await fillAddress(adding, newStreet)
  await endSession(page, 'refused')
  await pressToLogin(page, adding.getByRole('button', { name: 'Add address' }))
  await logInAgain(page, person)
  return { book, adding }
}

const oldAddress = { name: 'Mia', phone: '+1 555 010 0100', address: '9 Old Road\nShelbyville' }
const newStreet = { ...testAddress, 'Street and number': '12 Workshop Lane' }

for (const how of ['refused', 'gone'] as const) {
  /** @shows row-220 */
  test(`a typed delivery address is on the page after the login: the token was ${how} @phone`, async ({
    page,
    customer,
    seed,
  }) => {
    const order = await seed.order(customer, await seed.part())
    const session = await openSession(customer)
    await session.send('PUT', `/order/delivery/${order}`, oldAddress)
    await session.end()
    await signIn(page, customer)
    await page.goto(`/dashboard/payment/${order}`)
    const main = mainOf(page)
    await main.getByRole('button', { name: 'Change' }).click()
    await main.getByLabel('Deliver to').selectOption('Another address')
    await fillAddress(main, newStreet)
    await endSession(page, how)
    await pressToLogin(page, main.getByRole('button', { name: 'Save address' }))
    await logInAgain(page, customer)

    await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${order}$`))
    await expect(main.getByLabel('Street and number')).toHaveValue('12 Workshop Lane')
    await expect(main.getByLabel('State or province')).toHaveValue('IL')
    await expect(main.getByText(kept)).toBeVisible()
    await expect(main.locator('.payment__address-line')).toHaveCount(0)
    await expectAccessible(page, 'an address that was kept')
    await page.reload()
    await expect(main.getByLabel('Street and number')).toHaveValue('12 Workshop Lane')
    await main.getByRole('button', { name: 'Save address' }).click()
    await expect(main.getByText(/^Mia, 12 Workshop Lane/)).toBeVisible()
    await page.reload()
    await expect(main.getByText(/^Mia, 12 Workshop Lane/)).toBeVisible()
    await expect(main.getByText(kept)).toHaveCount(0)
  })
}

/** @shows row-220 */
test('a new address and a changed one are kept, and name what was saved elsewhere', async ({
  page,
  customer,
}) => {
  const session = await openSession(customer)
  const address = {
    name: 'Mia',
    phone: '+1 555 010 0100',
    street: '1 Test Street',
    postalCode: '62701',
    town: 'Springfield',
    region: 'IL',
    country: 'US',
  }
  const { insertedId } = await session.send<{ insertedId: string }>('POST', '/addresses', address)
  await signIn(page, customer)
  const { book, adding } = await typeAddressAndLogIn(page, customer)
  await expect(adding.getByLabel('Street and number')).toHaveValue('12 Workshop Lane')
  await adding.getByRole('button', { name: 'Discard' }).click()
  await expect(adding.getByLabel('Street and number')).toHaveValue('')
  await expect(adding.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')

  await book.getByRole('button', { name: 'Change' }).click()
  const changing = page.getByRole('dialog', { name: 'Change address' })
  await changing.getByLabel('Town').fill('Chatham')
  await changing.getByLabel('Street and number').fill('3 Back Yard')
  await session.send('PUT', `/addresses/${insertedId}`, { ...address, town: 'Rochester' })
  await session.end()
  await page.reload()
  await expect(changing.locator('.notice')).toContainText('Town is now “Rochester”')
  await expect(changing.getByLabel('Town')).toHaveValue('Chatham')
  await changing.getByRole('button', { name: 'Discard' }).click()
  await expect(changing.getByLabel('Town')).toHaveValue('Rochester')
  await expect(changing.getByLabel('Street and number')).toHaveValue('1 Test Street')
})

/** @shows row-220 */
test('a profile is kept through a failed answer, a reload and the end of the session', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Update information' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your information' })
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await dialog.getByLabel('Phone').fill('+1 555 010 0100')
  await address.fill('12 Workshop Lane')
  await dialog.getByLabel('Social link').fill('https://mia.example')
  await dialog.getByLabel('Photo').setInputFiles('src/web/public/icons/icon-192.png')
  await expect(dialog.getByText('Change picture')).toBeVisible()
  await failCalls(page, '**/api/updatedUser/**', 503, 'PUT')
  await dialog.getByRole('button', { name: 'Save information' }).click()
  await expect(dialog.getByRole('alert').last()).toContainText('What you typed is kept.')
  await page.unroute('**/api/updatedUser/**')
  await page.reload()
  await expect(address).toHaveValue('12 Workshop Lane')
  await endSession(page, 'gone')
  await pressToLogin(page, dialog.getByRole('button', { name: 'Save information' }))
  await logInAgain(page, customer)
  await expect(address).toHaveValue('12 Workshop Lane')
  await expect(dialog.getByText(kept)).toBeVisible()
})

/** @shows row-220 */
test('a review is kept when its session has ended, and the shop says so', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await page.goto('/dashboard/addReview')
  await page.getByLabel('Title').fill('Fits at once')
  await page.getByText('4 stars').click({ force: true })
  await page.getByLabel('Description').fill('No trimming, and the plug was right')
  await endSession(page, 'refused')
  const logInAgainToast = page.getByText('Log in again: we kept what you typed')
  await pressUntil(
    page.getByRole('button', { name: 'Add review' }),
    logInAgainToast.or(mainOf(page).getByText(sessionEnded)),
  )
  await page.goto('/login')
  await fillLogin(page, customer)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/dashboard/addReview')
  await expect(page.getByLabel('Title')).toHaveValue('Fits at once')
  await expect(page.getByLabel('4 stars')).toBeChecked()
  await expect(page.getByText(kept)).toBeVisible()
})

/** @shows row-220 */
test('a changed product is kept when its session has ended', async ({ page, seed }) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const details = page.getByRole('form', { name: 'Details' })
  await details.getByLabel('Price').fill('70')
  await endSession(page, 'gone')
  await pressToLogin(page, details.getByRole('button', { name: 'Save changes' }))
  await logInAgain(page, seed.admin)
  await expect(details.getByLabel('Price')).toHaveValue('70')
  await expect(details.getByText(kept)).toBeVisible()
})

/** @shows row-221 */
test('the next account in a tab never sees what the one before has typed', async ({
  page,
  customer,
}) => {
  const other = newPerson()
  await createAccount(other)
  await signIn(page, customer)
  const { book, adding } = await typeAddressAndLogIn(page, other)
  await expect(book.getByText('No addresses yet.')).toBeVisible()
  await expect(adding).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Workshop')
  await book.getByRole('button', { name: 'Add an address' }).click()
  await expect(adding.getByLabel('Street and number')).toHaveValue('')
})
