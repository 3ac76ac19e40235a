import { continueSession } from '../support/api.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { pressTwice, failCalls } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

/** @shows row-41, row-42, row-189 */
test(
  'a profile is validated, saved and shown @phone @translated',
  { tag: '@production' },
  async ({ page, customer }) => {
    await signIn(page, customer)
    await page.goto('/dashboard')
    const main = page.getByRole('main')
    await expect(main.getByText('Not added')).toHaveCount(4)
    await main.getByRole('button', { name: 'Update information' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your information' })
    const save = dialog.getByRole('button', { name: 'Save information' })
    const messages = () => dialog.getByRole('alert').allTextContents()
    await expect(dialog.getByLabel('Name')).toHaveValue('Mia')
    await expect(dialog.getByLabel('Email')).toHaveValue(customer.email)
    await save.click()
    await expect
      .poll(messages)
      .toEqual([
        'Phone is Required',
        'Address is Required',
        'Social link is Required',
        'Image is Required',
      ])
    await expect(dialog.getByLabel('Phone')).toBeFocused()
    await dialog.getByLabel('Phone').fill('123456789')
    await dialog.getByLabel('Address').fill('1 Workshop Road')
    await dialog.getByLabel('Social link').fill('abcd')
    await expect
      .poll(messages)
      .toEqual([
        'Must be 10 characters or longer',
        'Must be 5 characters or longer',
        'Image is Required',
      ])

    await dialog.getByLabel('Phone').fill('0123456789')
    await dialog.getByLabel('Social link').fill('https://social.example/mia')
    await page.route('**/api/images', (route) =>
      route.fulfill({ json: { success: true, data: { url: '/parts/wheel-rim.svg' } } }),
    )
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'mia.png', mimeType: 'image/png', buffer: Buffer.from('mia') })
    await expect.poll(messages).toEqual([])
    await failCalls(page, '**/api/updatedUser/*', 500, 'PUT')
    await save.click()
    await expectToast(page, 'user Mia add to failed')
    await page.unroute('**/api/updatedUser/*')
    const saved = page.waitForRequest(
      (request) => request.url().includes('/api/updatedUser/') && request.method() === 'PUT',
    )
    let saves = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves += Number(request.url().includes('/api/updatedUser/'))
    })
    await pressTwice(save)
    expect((await saved).postDataJSON()).toMatchObject(profile)
    await expectToast(page, 'user Mia add successfully')
    await expect(dialog).toBeHidden()
    expect(saves).toBe(1)
    for (const text of ['0123456789', '1 Workshop Road', 'https://social.example/mia']) {
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(main.getByRole('img', { name: 'Mia' })).toHaveAttribute('src', /wheel-rim/)
  },
)

/** @shows row-41 */
test('a profile keeps what another device has changed since its form was opened', async ({
  page,
  customer,
}) => {
  const other = await continueSession(customer)
  const save = (changes: object) =>
    other.send('PUT', `/updatedUser/${customer.email}`, { ...profile, ...changes })
  await save({})
  await signIn(page, customer)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Update information' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your information' })
  await dialog.getByLabel('Name').fill('Mia Miller')
  await save({ phone: '0987654321' })

  await dialog.getByRole('button', { name: 'Save information' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('definition')).toContainText(['Mia Miller', '0987654321'])
  await other.end()
})

const profile = {
  name: 'Mia',
  address: '1 Workshop Road',
  phone: '0123456789',
  fbLink: 'https://social.example/mia',
  img: '/parts/wheel-rim.svg',
}
