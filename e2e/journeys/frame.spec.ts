import type { Page } from '@playwright/test'
import { expect, waitForHydration, login, signIn, test } from '../support/fixtures.ts'
import { recordCalls, isNarrow } from '../support/steps.ts'

const wide = [
  ['Home', '/'],
  ['Blogs', '/blogs'],
  ['About', '/about'],
  ['Contact Us', '/contact'],
  ['My Portfolio', '/myPortfolio'],
]
const narrow = [
  ['Home', '/'],
  ['About', '/about'],
  ['Contact Us', '/contact'],
]
const dashboard = ['Dashboard', '/dashboard']

const customerMenu = [
  ['Add Review', '/dashboard/addReview'],
  ['My Order', '/dashboard/myOrder'],
]
const adminMenu = [
  ['All Users', '/dashboard/users'],
  ['Add New Product', '/dashboard/addProduct'],
  ['Manage Product', '/dashboard/manageProduct'],
  ['Manage All Orders', '/dashboard/manageAllOrders'],
]
/** Not in the specification, so apart from its entries. */
const moreMenu = [
  ['Trade accounts', '/dashboard/tradeAccounts'],
  ['Price lists', '/dashboard/priceLists'],
  ['Trade sales', '/dashboard/tradeSales'],
  ['Vehicles', '/dashboard/vehicles'],
  ['Missing cars', '/dashboard/vehicleWishes'],
  ['Synonyms', '/dashboard/synonyms'],
  ['Missed searches', '/dashboard/missedSearches'],
  ['Manage Reviews', '/dashboard/manageReviews'],
]

const toggleOf = (page: Page) => page.getByRole('button', { name: 'Open menu' })

/** Text and target of each link in a named navigation, in order. */
const linksIn = (page: Page, navigation: string) =>
  page
    .getByRole('navigation', { name: navigation, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))

/** The navigation for this width; on a phone it is opened by a button. */
async function navigationOf(page: Page) {
  await waitForHydration(page)
  if (!isNarrow(page)) return { name: 'Main', links: wide }
  await toggleOf(page).click()
  await expect(page.getByRole('navigation', { name: 'Menu', exact: true })).toBeVisible()
  return { name: 'Menu', links: narrow }
}

/** @shows row-2, row-62, row-101, asvs-7.4.4 */
test('the navigation has the dashboard only after login @phone', async ({ page, customer }) => {
  await page.goto('/')
  const visitors = await navigationOf(page)
  await expect.poll(() => linksIn(page, visitors.name)).toEqual(visitors.links)
  // A phone has it in the header and in the menu.
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(isNarrow(page) ? 2 : 1)
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)

  await login(page, customer)
  const avatar = page.getByTitle('Signed in as Mia')
  await expect(avatar).toHaveText('Mi')
  await expect(avatar).toHaveAttribute('href', '/dashboard/myOrder')
  await expect(page.getByRole('button', { name: 'Dashboard menu' })).toHaveCount(0)
  const { name, links } = await navigationOf(page)
  await expect.poll(() => linksIn(page, name)).toEqual([...links, dashboard])
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await page.getByRole('navigation', { name }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

/** @shows row-2, row-40, row-48 */
test('the dashboard menu depends on the role @phone', async ({ page, customer, seed }) => {
  for (const [person, entries] of [
    [customer, customerMenu],
    [seed.admin, [...customerMenu, ...adminMenu, ...moreMenu]],
  ] as const) {
    await signIn(page, person)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await waitForHydration(page)
    if (isNarrow(page)) await page.getByRole('button', { name: 'Dashboard menu' }).click()
    const own = [`${person.name.slice(0, 2)}${person.name}${person.email}`, '/dashboard']
    await expect.poll(() => linksIn(page, 'Dashboard')).toEqual([own, ...entries])
    await page.context().clearCookies()
  }
})

/** @shows row-3, row-64 */
test('the footer has hours, address, links and an inert newsletter @phone', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  for (const text of [
    'Mon-Fri 08:00-20:00',
    'Sat-Sun 09:00-18:00',
    '100 Workshop Road, Springfield',
    '+1 555 010 0100',
    'shop@autoparts.example',
  ]) {
    await expect(footer.getByText(text, { exact: true })).toBeVisible()
  }
  expect(await linksIn(page, 'Company')).toEqual([
    ['About us', '/about'],
    ['Contact', '/contact'],
    ['Blogs', '/blogs'],
  ])
  expect(await linksIn(page, 'Services')).toEqual([
    ['All parts and prices', '/products'],
    ['Shipping and payment', '/about#shipping-charge'],
    ['Customer support', '/contact'],
  ])
  for (const name of ['Facebook', 'LinkedIn', 'X', 'YouTube']) {
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
  }

  await waitForHydration(page)
  const calls = recordCalls(page)
  await footer.getByLabel('Newsletter email').fill('mia@shop.example')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByText('Nothing was sent.')).toBeVisible()
  expect(calls).toEqual([])
})

/** @shows row-64 */
test('web vitals are measured after the load, by a separate script', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const measured = page.waitForEvent('console', (message) => /^(TTFB|FCP) \d/.test(message.text()))
  await page.goto('/about')
  await measured
  const [script, ...others] = loaded.filter((url) => /\/vitals-[^/]+\.js$/.test(url))
  expect([script, others]).toEqual([expect.any(String), []])
  const html = await (await page.request.get('/about')).text()
  expect(html).not.toContain(new URL(String(script)).pathname)
})
