import type { Page } from '@playwright/test'
import { openSession } from '../support/api.ts'
import { expect, waitForHydration, signIn, test } from '../support/fixtures.ts'
import { publicViews } from '../support/every-page.ts'
import { delayCalls, failCalls, mainOf } from '../support/steps.ts'
import { expectToast, prolongToasts } from '../support/toasts.ts'

const banner = (page: Page) => page.getByText('The shop cannot be reached. Nothing is lost')

/** Presses a button that checks the connection, and waits until the check fails. */
async function pressWhileOffline(page: Page, name: string) {
  const failing = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/health'),
  )
  await page.getByRole('button', { name }).click()
  await failing
}

const storedDrafts = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))

test('a banner is shown while the network is unavailable', async ({ page, context }) => {
  await page.goto('/about')
  await waitForHydration(page)
  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await pressWhileOffline(page, 'Reconnect')
  await expect(banner(page)).toBeVisible()
  await context.setOffline(false)
  await expect(banner(page)).toBeHidden()
})

test('failed reads are repeated as soon as the shop responds again', async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
  let isDown = true
  await page.route('**/api/**', (route) => {
    // Down until the first health check: an earlier recovery could remove the button before it is pressed.
    if (route.request().url().endsWith('/api/health')) isDown = false
    return isDown ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: 'Order Our Products' }).click()
  await expect(page.getByText('The parts could not be loaded')).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(banner(page)).toBeHidden()
})

test('a page that cannot be loaded shows an error inside the shop', async ({ page, context }) => {
  await page.goto('/about')
  await waitForHydration(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Visit shope' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await pressWhileOffline(page, 'Try again')
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveTitle('Contact-Auto Parts')
})

/** Removes the code of a page, as a deployment does; returns the documents that are requested from then on. */
async function removePageCode(page: Page, { comesBack }: { comesBack: boolean }) {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname)
  })
  await page.route('**/assets/contact-page-*', (route) =>
    comesBack && asked.length > 0 ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  return asked
}

/** @shows row-89 */
test('a page whose code was replaced by a deployment is reloaded', async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
  const asked = await removePageCode(page, { comesBack: true })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveTitle('Contact-Auto Parts')
  await waitForHydration(page)
  await expect(page.getByLabel('Message')).toBeEditable()
  expect(asked).toEqual(['/contact'])
})

test.describe('without the code of a page', () => {
  test.use({ replacesPage: true })

  /** @shows row-89 */
  test('a page whose code stays missing is reloaded only once', async ({ page }) => {
    await page.goto('/about')
    await waitForHydration(page)
    const asked = await removePageCode(page, { comesBack: false })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    expect(asked).toEqual(['/contact'])
  })
})

test('a list that failed shows an error, and Try again loads it', async ({ page, customer }) => {
  await signIn(page, customer)
  await failCalls(page, '**/api/singleOrder*', 404)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByText('could not be loaded')).toBeVisible()
  await page.unroute('**/api/singleOrder*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
})

test('a sign-up survives a reload, except for its password', async ({ page }) => {
  await page.goto('/signup')
  await waitForHydration(page)
  await page.getByLabel('Name').fill('Mia')
  await page.getByRole('main').getByLabel('Email').fill('mia@shop.example')
  await page.getByLabel('Password', { exact: true }).fill('taillight-40')
  await page.getByLabel('Name').fill('Miamia')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Miamia')
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue('mia@shop.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(await storedDrafts(page)).toContain('mia@shop.example')
  expect(await storedDrafts(page)).not.toContain('taillight')
})

test('a question in the contact form survives a reload', async ({ page }) => {
  await page.goto('/contact')
  await waitForHydration(page)
  await page.getByLabel('Message').fill('Is the left panel in stock?')
  await page.goto('/about')
  await page.goto('/contact')
  await expect(page.getByLabel('Message')).toHaveValue('Is the left panel in stock?')
})

test('a review survives a reload until it is added', async ({ page, customer }) => {
  await signIn(page, customer)
  await page.goto('/dashboard/addReview')
  await page.getByLabel('Title').fill('Fits at once')
  await page.getByText('4 stars').click({ force: true })
  await page.getByLabel('Description').fill('No trimming, and the plug was right')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Fits at once')
  await expect(page.getByLabel('4 stars')).toBeChecked()
  await page.getByRole('button', { name: 'Add review' }).click()
  await expectToast(page, '4 star review add successfully')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('')
  expect(await storedDrafts(page)).not.toContain('Fits at once')
})

/** @shows asvs-14.3.1 */
test('a profile survives a reload, but not a logout', async ({ page, customer }) => {
  await signIn(page, customer)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Update information' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Workshop Lane')
  await page.reload()
  // The dialog opens again by itself.
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('12 Workshop Lane')
  await expect(page.getByText('We kept what you typed')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('')
  await expect(page.getByText('We kept what you typed')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Workshop Lane')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).last().click()
  await expect(page).toHaveURL(/\/$/)
  expect(await storedDrafts(page)).not.toContain('Workshop')
})

test('a quantity survives a reload until it is ordered', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  await page.getByRole('spinbutton').fill('30')
  await page.reload()
  await expect(page.getByRole('spinbutton')).toHaveValue('30')
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText(/^Order placed:/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('spinbutton')).toHaveValue('')
})

test('a failure in a dialog shows an error and a toast above it', async ({ page, customer }) => {
  await signIn(page, customer)
  await page.goto('/dashboard')
  await failCalls(page, '**/api/updatedUser/**', 503, 'PUT')
  await prolongToasts(page)
  await page.getByRole('button', { name: 'Update information' }).click()
  await page.getByLabel('Phone').fill('0123456789')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Workshop Lane')
  await page.getByLabel('Social link').fill('https://mia.example')
  await page.getByLabel('Photo').setInputFiles('src/web/public/icons/icon-192.png')
  await expect(page.getByText('Change picture')).toBeVisible()
  await page.getByRole('button', { name: 'Save information' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  const toast = page.getByText('add to failed')
  await expect(toast).toBeVisible()
  // The popover that was opened last is above the dialog.
  expect(await toast.evaluate((element) => element.closest(':popover-open') !== null)).toBe(true)
})

test('Back restores the scroll position of Home', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('heading', { name: 'Our Achievement' }).scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(0)
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('.footer a[href="/about"]')?.click(),
  )
  await expect(page).toHaveTitle('About-Auto Parts')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('the review carousel does not rotate with reduced motion', async ({ page, customer }) => {
  const buyer = await openSession(customer)
  for (const title of ['Fits', 'Fast', 'Well packed', 'As described']) {
    const review = { title, rating: 5, description: `${title}, and no trimming` }
    await buyer.send('POST', '/reviews', review)
  }
  await buyer.end()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const dots = page.getByRole('list', { name: 'Choose review to display' }).getByRole('button')
  await page.getByRole('heading', { name: 'Happy Customer says' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Start slide rotation' })).toBeVisible()
  await page.getByRole('button', { name: 'Next review' }).click()
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
})

/** @shows row-231 */
test('no button can be pressed before the scripts that answer it run @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const paths = [...publicViews.map(({ path }) => path), `/part/${part.id}`]
  const scripts = await delayCalls(page, /\.js(?:\?|$)/)
  // Forms that read are answered by the server.
  const pressable = page.locator('button:enabled:not(form[method=get] [type=submit])')
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo'), path).toBeVisible()
    expect(await pressable.allInnerTexts(), path).toEqual([])
    expect(await page.locator('button:disabled').count(), path).toBeGreaterThan(0)
  }
  scripts.release()
  await page.goto(`/part/${part.id}`)
  await mainOf(page).getByRole('button', { name: 'Enlarge the picture' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: part.name })).toBeVisible()
})
