import { closeSync, openSync } from 'node:fs'
import { request as requests } from '@playwright/test'
import type { Page } from '@playwright/test'
import { freePorts } from '../../scripts/ports.ts'
import { shopEnvironment, startShop } from '../../scripts/shop.ts'
import { expectNoFaults, faultsOf } from '../support/axe.ts'
import { createAccount, inboxOf, newPerson } from '../support/api.ts'
import type { Person } from '../support/api.ts'
import { expect, fillLogin, hydrated, login, test } from '../support/shop.ts'

// Colours are checked as they are in the end, not half faded in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
// The tests that need a node of their own share it.
test.describe.configure({ mode: 'default' })

const sandboxUrl = String(process.env['SANDBOX_URL'])

/** Opens the mail with this subject, once it has arrived, as the reader's own mail program would. */
async function readMail(page: Page, to: Person, subject: string) {
  const subjects = async () => (await inboxOf(to)).map((mail) => mail.subject)
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
test('the mail of an order fits the screen and leads to paying it', async ({
  page,
  customer,
  shelf,
}) => {
  const part = await shelf.stock()
  const id = await shelf.order(customer, part)
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

test.describe('where the shop takes messages and has a newsletter', () => {
  const ada = newPerson('Ada')
  const desk = newPerson('Desk')
  let baseURL = ''
  let stop: (() => Promise<void>) | undefined

  // One more node of the same shop, with other settings.
  test.beforeAll(async () => {
    const [port = 0] = await freePorts(1)
    const env = shopEnvironment({
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: process.env['SHOP_DATA_DIR'],
      LIMITS: 'off',
      PORT: String(port),
      SANDBOX: 'off',
      SANDBOX_SMTP_PORT: process.env['SANDBOX_SMTP_PORT'],
      STRIPE_API_URL: sandboxUrl,
      // Background work, mail too, is left to the first node.
      JOB_INTERVAL_SECONDS: '3600',
      CONTACT_EMAIL: desk.email,
      NEWSLETTER: 'on',
      ADMIN_EMAILS: ada.email,
    })
    const log = `test-results/mail-${port}.log`
    const output = openSync(log, 'w')
    const node = startShop(env, { output })
    stop = async () => {
      await node.stop()
      closeSync(output)
    }
    const failure = await Promise.race([node.ready.then(() => undefined), node.ended])
    expect(failure, log).toBeUndefined()
    baseURL = String(env['PUBLIC_URL'])
    const request = await requests.newContext({ baseURL })
    await createAccount(request, ada, { baseURL, sandboxUrl })
    await request.dispose()
  })
  test.afterAll(() => stop?.())

  /** @shows row-75 */
  test('what a visitor writes is checked and mailed to the shop', async ({ page }) => {
    const visitor = newPerson('Vera')
    await page.goto(`${baseURL}/contact`)
    await hydrated(page)
    const main = page.getByRole('main')
    const submit = main.getByRole('button', { name: 'Submit' })
    await expect(main.getByText('Your message goes to our support')).toBeVisible()
    await submit.click()
    await expect(main.getByText('Message is Required')).toBeVisible()
    await main.getByLabel('Name').fill(visitor.name)
    await main.getByLabel('Email', { exact: true }).fill(visitor.email)
    await main.getByLabel('Message').fill('Is the left panel in stock?')
    await submit.click()
    await expect(main.getByText('Your message is on its way')).toBeVisible()
    await expect(main.getByLabel('Message')).toHaveValue('')
    await expectNoFaults(page, 'a message that was sent')

    const { frame } = await readMail(page, desk, 'A message from the contact form')
    await expect(frame.getByText('Is the left panel in stock?')).toBeVisible()
    await expect(frame.getByText(visitor.email)).toBeVisible()
  })

  /** @shows row-75 */
  test('a message waits in the inbox until an admin is done with it', async ({ page, request }) => {
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
    await expectNoFaults(page, 'the inbox')
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Message from Vera' })
    await expect(dialog.getByText('Or only the right one?')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${encodeURIComponent(email)}\\?`),
    )
    expect.soft(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await expect(dialog.getByText('done', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await page.reload()
    await expect(main.getByText('done', { exact: true })).toBeVisible()
  })

  /** @shows row-76 */
  test('the newsletter is asked for, confirmed with a press, and ended with one', async ({
    page,
  }) => {
    const reader = newPerson('Nora')
    await page.goto(baseURL)
    await hydrated(page)
    const footer = page.getByRole('contentinfo')
    const subscribe = footer.getByRole('button', { name: 'Subscribe' })
    await footer.getByLabel('Newsletter email').fill('nobody')
    await subscribe.click()
    await expect(footer.getByText('Provide a valid Email. Nothing was sent.')).toBeVisible()
    await footer.getByLabel('Newsletter email').fill(reader.email)
    await subscribe.click()
    await expect(footer.getByText(`We mail a link to ${reader.email}`)).toBeVisible()

    const asked = await readMail(page, reader, 'Do you want the Auto Parts newsletter?')
    await asked.follow('Confirm the newsletter')
    const confirm = page.getByRole('button', { name: 'Yes, send it to me' })
    await expect(confirm).toBeEnabled()
    await expectNoFaults(page, 'the page that confirms the newsletter')
    await confirm.click()
    await expect(page.getByText('You get our newsletter from now on.')).toBeVisible()

    const welcome = await readMail(page, reader, 'You get the Auto Parts newsletter')
    await welcome.follow('Unsubscribe')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('Your address is forgotten')).toBeVisible()
  })
})
