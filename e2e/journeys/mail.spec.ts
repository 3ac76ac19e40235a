import type { Page } from '@playwright/test'
import { expectAccessible, axeViolations } from '../support/axe.ts'
import { createAccount, mailsTo, newPerson } from '../support/api.ts'
import type { Person } from '../support/api.ts'
import { expect, fillLogin, waitForHydration, login, test } from '../support/fixtures.ts'
import { startTestShop, testSettings, urlsOf } from '../support/test-shop.ts'

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
// Some tests share a further node.
test.describe.configure({ mode: 'default' })

const sandboxUrl = String(process.env['SANDBOX_URL'])

/** Waits for the mail with a subject and opens it in the sandbox's inbox. */
async function readMail(page: Page, to: Person, subject: string) {
  const subjects = async () => (await mailsTo(to)).map((mail) => mail.subject)
  await expect.poll(subjects).toContain(subject)
  await page.goto(`${sandboxUrl}/mail`)
  const entry = page.getByRole('listitem').filter({ hasText: to.email })
  await entry.getByRole('link', { name: subject, exact: true }).click()
  const frame = page.frameLocator('iframe[title=Message]')
  return {
    frame,
    async follow(name: string) {
      const link = await frame.getByRole('link', { name, exact: true }).getAttribute('href')
      await page.goto(String(link))
    },
  }
}

/** @shows row-68 */
test('the mail of an order links to its payment', async ({ page, customer, seed }) => {
  const part = await seed.part()
  const id = await seed.order(customer, part)
  await login(page, customer)
  const placed = await readMail(page, customer, `Your order ${id.slice(-8)} at Auto Parts`)
  await expect(placed.frame.getByText(part.name)).toBeVisible()
  await expect(placed.frame.getByRole('cell', { name: '$680.00' })).toBeVisible()
  await expect(placed.frame.locator('script, img')).toHaveCount(0)
  const isWiderThanItsFrame = await placed.frame
    .locator('html')
    .evaluate((html) => html.scrollWidth > html.clientWidth)
  expect(isWiderThanItsFrame).toBe(false)
  await placed.follow('Pay now')
  await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}`))
})

test.describe('with contact form and newsletter enabled', () => {
  const ada = newPerson('Ada')
  const support = newPerson('Support')
  let baseURL = ''
  let node: Awaited<ReturnType<typeof startTestShop>> | undefined

  // A further node of the same shop, with other settings.
  test.beforeAll(async () => {
    const env = await testSettings(String(process.env['SHOP_DATA_DIR']), {
      LIMITS: 'off',
      SANDBOX: 'off',
      SANDBOX_SMTP_PORT: process.env['SANDBOX_SMTP_PORT'],
      STRIPE_API_URL: sandboxUrl,
      // The first node runs the background jobs, mail included.
      JOB_INTERVAL_SECONDS: '3600',
      CONTACT_EMAIL: support.email,
      NEWSLETTER: 'on',
      ADMIN_EMAILS: ada.email,
    })
    node = await startTestShop(`mail-${env['PORT']}`, env)
    ;({ baseURL } = urlsOf(env))
    await createAccount(ada, { baseURL, sandboxUrl })
  })
  test.afterAll(() => node?.stop())

  /** @shows row-75 */
  test('a message in the contact form is checked and mailed to the shop', async ({ page }) => {
    const visitor = newPerson('Vera')
    await page.goto(`${baseURL}/contact`)
    await waitForHydration(page)
    const main = page.getByRole('main')
    const submit = main.getByRole('button', { name: 'Submit' })
    await expect(main.getByText('Your message goes to our support')).toBeVisible()
    await submit.click()
    await expect(main.getByText('Message is Required')).toBeVisible()
    await main.getByLabel('Name').fill(visitor.name)
    await main.getByLabel('Email', { exact: true }).fill(visitor.email)
    await main.getByLabel('Message').fill('Is the left panel in stock?')
    await submit.click()
    await expect(main.getByText('Your message has been sent')).toBeVisible()
    await expect(main.getByLabel('Message')).toHaveValue('')
    await expectAccessible(page, 'a message that was sent')

    const { frame } = await readMail(page, support, 'A message from the contact form')
    await expect(frame.getByText('Is the left panel in stock?')).toBeVisible()
    await expect(frame.getByText(visitor.email)).toBeVisible()
  })

  /** @shows row-75 */
  test('a message stays in the inbox until it is done', async ({ page, request }) => {
    const { name, email } = newPerson('Vera')
    const message = 'Is the left panel in stock?\nOr only the right one?'
    const sent = await request.post(`${baseURL}/api/contact`, {
      data: { name, email, phone: '', message },
    })
    expect(sent.status()).toBe(200)

    await page.goto(`${baseURL}/login`)
    await fillLogin(page, ada)
    await expect(page).not.toHaveURL(/\/login/)
    await page.goto(`${baseURL}/dashboard/inbox?q=${email}`)
    const main = page.getByRole('main')
    const open = main.getByRole('button', { name: 'Open', exact: true })
    await expect(open).toBeEnabled()
    await expectAccessible(page, 'the inbox')
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Message from Vera' })
    await expect(dialog.getByText('Or only the right one?')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${encodeURIComponent(email)}\\?`),
    )
    expect.soft(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await expect(dialog.getByText('done', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await page.reload()
    await expect(main.getByText('done', { exact: true })).toBeVisible()
  })

  /** @shows row-76 */
  test('the newsletter has a double opt-in and an unsubscribe link', async ({ page }) => {
    const reader = newPerson('Nora')
    await page.goto(baseURL)
    await waitForHydration(page)
    const footer = page.getByRole('contentinfo')
    const subscribe = footer.getByRole('button', { name: 'Subscribe' })
    await footer.getByLabel('Newsletter email').fill('no-address')
    await subscribe.click()
    await expect(footer.getByText('Provide a valid Email. Nothing was sent.')).toBeVisible()
    await footer.getByLabel('Newsletter email').fill(reader.email)
    await subscribe.click()
    await expect(footer.getByText(`we email a confirmation link to ${reader.email}`)).toBeVisible()

    const asked = await readMail(page, reader, 'Confirm your Auto Parts newsletter subscription')
    await asked.follow('Confirm your subscription')
    const confirm = page.getByRole('button', { name: 'Confirm subscription' })
    await expect(confirm).toBeEnabled()
    await expectAccessible(page, 'the page that confirms the newsletter')
    await confirm.click()
    await expect(page.getByText('You’re subscribed to our newsletter.')).toBeVisible()

    const welcome = await readMail(page, reader, 'You’re subscribed to the Auto Parts newsletter')
    await welcome.follow('Unsubscribe')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('we’ve deleted your address')).toBeVisible()
  })
})
