import { openSession } from '../support/api.ts'
import { expect, fillAddress, fillCard, signIn, test, testAddress } from '../support/fixtures.ts'
import { mainOf, rowWith } from '../support/steps.ts'

const paidHeading = /^Your Payment is Successfully complete/

/** @shows row-69 */
test('payment validates and stores the delivery address @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto(`/dashboard/payment/${order}`)
  const main = mainOf(page)
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue(customer.name)
  await fillAddress(main, { ...testAddress, Phone: '' })
  await fillCard(page, '4242424242424242')
  const pay = main.getByRole('button', { name: /^Pay \$/ })
  await pay.click()
  await expect(main.getByRole('alert')).toHaveText('Phone is Required')
  await expect(main.getByLabel('Phone')).toBeFocused()

  await main.getByLabel('Phone').fill('+1 555 010 0100')
  await pay.click()
  await expect(main.getByRole('heading', { name: paidHeading })).toBeVisible()
  await expect(main.getByText('Springfield')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Change' })).toHaveCount(0)

  await page.goto(`/dashboard/invoice/${order}`)
  // The buyer has no address in the profile: the bill goes where the parts go.
  await expect(main.getByText('1 Test Street')).toHaveCount(2)
  await page.goto('/dashboard/myOrder')
  await expect(rowWith(page, part.name)).toContainText('1 Test Street, Springfield, IL 62701')
})

/** @shows row-69 */
test('an admin sees the delivery address, or its absence', async ({ page, customer, seed }) => {
  const [known, unknown] = [await seed.part(), await seed.part()]
  const order = await seed.order(customer, known)
  await seed.order(customer, unknown)
  const buying = await openSession(customer)
  await buying.send('PUT', `/order/delivery/${order}`, {
    name: 'Workshop',
    phone: '+1 555 010 0100',
    address: '1 Test Street\nSpringfield',
  })
  await buying.end()
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${customer.email}`)
  await expect(rowWith(page, known.name)).toContainText('Springfield')
  await expect(rowWith(page, unknown.name)).toContainText('No delivery address')
})

/** @shows row-69 */
test('a delivery address is editable until payment', async ({ page, customer, seed }) => {
  const part = await seed.part()
  const paid = await seed.paidOrderWithoutAddress(customer, part)
  const unpaid = await seed.order(customer, part)
  await signIn(page, customer)
  const main = mainOf(page)
  const save = main.getByRole('button', { name: 'Save address' })

  await page.goto(`/dashboard/payment/${unpaid}`)
  await fillAddress(main)
  await save.click()
  await expect(main.getByText('This address is saved with your order.')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Delivery' })).toBeFocused()
  await main.getByRole('button', { name: 'Change' }).click()
  await expect(main.getByLabel('Deliver to')).toBeFocused()
  await main.getByLabel('Deliver to').selectOption('Another address')
  await fillAddress(main, { ...testAddress, 'Street and number': '2 Side Street' })
  await save.click()
  await expect(main.getByText('2 Side Street')).toBeVisible()
  await expect(save).toHaveCount(0)

  await page.goto('/dashboard/myOrder')
  await main.getByRole('link', { name: 'Add it' }).click()
  await expect(page).toHaveURL(new RegExp(paid))
  // The address book is known by now, but a paid order has to be asked for.
  await main.getByLabel('Deliver to').selectOption('Another address')
  await fillAddress(main, { ...testAddress, 'Street and number': '3 Back Yard' })
  await save.click()
  await expect(main.getByText('3 Back Yard')).toBeVisible()
})
