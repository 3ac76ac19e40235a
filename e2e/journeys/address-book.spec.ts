import { continueSession } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillAddress, fillCard, signIn, test, testAddress } from '../support/fixtures.ts'
import { mainOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

const fill = async (form: ReturnType<typeof mainOf>, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
}

/** @shows row-179 */
test('an address book takes addresses, corrects them and has one default @phone', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await page.goto('/dashboard')
  const book = page.getByRole('region', { name: 'Address book' })
  await expect(book.getByText('No addresses yet.')).toBeVisible()
  const adding = page.getByRole('dialog', { name: 'Add an address' })

  await book.getByRole('button', { name: 'Add an address' }).click()
  const add = adding.getByRole('button', { name: 'Add address' })
  await add.click()
  await expect(adding.getByRole('alert')).toHaveText([
    'Phone is Required',
    'Street is Required',
    'Town is Required',
    'Country is Required',
  ])
  await expect(adding.getByLabel('Phone')).toBeFocused()
  await expectAccessible(page, 'the form of an address with errors')
  await fill(adding, {
    Phone: '+49 30 1234567',
    'Street and number': 'Teststrasse 1',
    'Postal code': '10115',
    Town: 'Berlin',
  })
  await adding.getByLabel('Country').selectOption('Germany')
  await add.click()
  await expect(book.getByText('10115 Berlin')).toBeVisible()

  await book.getByRole('button', { name: 'Add an address' }).click()
  await expect(adding.getByLabel('Country')).toHaveValue('DE')
  await adding.getByLabel('Country').selectOption('United States')
  await fill(adding, {
    Phone: '+1 555 010 0100',
    'Street and number': '1 Test Street',
    'Postal code': '62701',
    Town: 'Springfield',
  })
  await add.click()
  await expect(adding.getByRole('alert')).toHaveText('Choose the state or province')
  await adding.getByLabel('State or province').selectOption('Illinois')
  await adding.getByLabel('State or province').press('Enter')
  await add.click()
  const second = book.getByRole('listitem').filter({ hasText: 'Springfield, IL 62701' })
  await second.getByRole('button', { name: 'Make default' }).click()
  await expectToast(page, 'Mia, Springfield is your default address')
  await expect(book.getByRole('listitem').first()).toContainText('Springfield')
  await expectAccessible(page, 'the address book')

  await second.getByRole('button', { name: 'Change' }).click()
  const changing = page.getByRole('dialog', { name: 'Change address' })
  await changing.getByLabel('Company').fill('Mia Motors')
  await changing.getByRole('button', { name: 'Save address' }).click()
  await expect(second).toContainText('Mia Motors')

  await second.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this address?' })
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(second).toHaveCount(0)
  await expect(book.getByRole('listitem')).toHaveText(/Berlin[\s\S]*Default/)
})

/** @shows row-179 */
test('an address that another device has changed is shown before it is replaced, and a deleted one is named @phone', async ({
  page,
  customer,
}) => {
  const other = await continueSession(customer)
  const place = { street: '1 Test Street', postalCode: '10115', town: 'Berlin', country: 'DE' }
  const address = { name: 'Mia', phone: '+49 30 1234567', ...place }
  const added = await other.send<{ insertedId: string }>('POST', '/addresses', address)
  const path = `/addresses/${added.insertedId}`
  await signIn(page, customer)
  await page.goto('/dashboard')
  const book = page.getByRole('region', { name: 'Address book' })
  await book.getByRole('button', { name: 'Change' }).click()
  const form = page.getByRole('dialog', { name: 'Change address' })
  await form.getByLabel('Company').fill('Mia Motors')
  await other.send('PUT', path, {
    ...address,
    street: '2 Side Street',
    country: 'AT',
    postalCode: '1010',
  })

  const save = form.getByRole('button', { name: 'Save address' })
  await save.click()
  await expect(form.getByRole('alert')).toHaveText([
    'Changed to “2 Side Street” on another device. Save again to replace it',
    'Changed to “1010” on another device. Save again to replace it',
    'Changed to “Austria” on another device. Save again to replace it',
  ])
  await expect(form.getByLabel('Street and number')).toBeFocused()
  await expect(form.getByLabel('Company')).toHaveValue('Mia Motors')
  await form.getByLabel('Street and number').fill('2 Side Street')
  await save.click()
  await expect(form).toBeHidden()
  await expect(book.getByRole('listitem')).toContainText(
    /Mia Motors\s*2 Side Street\s*10115 Berlin/,
  )

  await book.getByRole('button', { name: 'Change' }).click()
  await other.send('DELETE', path)
  await other.end()
  await save.click()
  await expect(form.getByRole('alert')).toHaveText('This address was deleted.')
})

/** @shows row-179 */
test('an order is paid with an address of the book, or one added there @phone', async ({
  page,
  customer,
  seed,
}) => {
  const [first, second] = [await seed.part(), await seed.part()]
  const unaddressed = await seed.order(customer, first)
  await signIn(page, customer)
  const main = mainOf(page)
  await page.goto(`/dashboard/payment/${unaddressed}`)
  await fillAddress(main, {
    Phone: '+49 30 1234567',
    'Street and number': 'Teststrasse 1',
    'Postal code': '10115',
    Town: 'Berlin',
    Country: 'Germany',
  })
  await fillCard(page, '4242424242424242')
  await main.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(main.getByRole('heading', { name: /^Your Payment/ })).toBeVisible()
  await expect(main.getByText('10115 Berlin')).toBeVisible()

  const isBookLoaded = Promise.withResolvers<void>()
  await page.route('**/addresses', async (route) => {
    await isBookLoaded.promise
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${await seed.order(customer, second)}`)
  await expect(main.getByText('Mia, Teststrasse 1, 10115 Berlin, Germany')).toBeVisible()
  await main.getByRole('button', { name: 'Change' }).click()
  await expect(main.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-busy', 'true')
  isBookLoaded.resolve()
  await expect(main.getByLabel('Deliver to')).toBeFocused()
  await main.getByLabel('Deliver to').selectOption('Another address')
  await expect(main.getByLabel('Country')).toHaveValue('DE')
  await fillAddress(main, {
    ...testAddress,
    Name: 'Workshop',
    'Street and number': '2 Side Street',
  })
  await expectAccessible(page, 'the choice of an address')
  await main.getByRole('button', { name: 'Save address' }).click()
  await expect(main.getByText(/^Workshop, 2 Side Street, Springfield, IL 62701/)).toBeVisible()
  await main.getByRole('button', { name: 'Change' }).click()
  await main.getByLabel('Deliver to').selectOption({ index: 0 })
  await main.getByRole('button', { name: 'Save address' }).click()
  await expect(main.getByText('Mia, Teststrasse 1, 10115 Berlin, Germany')).toBeVisible()
})
