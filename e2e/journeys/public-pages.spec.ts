import type { Page } from '@playwright/test'
import { expect, waitForHydration, test } from '../support/fixtures.ts'
import { failCalls, isNarrow, recordCalls } from '../support/steps.ts'

const faq = [
  'Is there a shipping charge?',
  'How do I order?',
  'Is my payment secure?',
  'Is there support after the sale?',
]
const pages = [
  '/',
  '/products',
  '/about',
  '/blogs',
  '/contact',
  '/myPortfolio',
  '/login',
  '/signup',
]

const cards = (page: Page) => page.getByRole('article')
const addressesIn = (page: Page, selector: string, attribute: string) =>
  page
    .locator(selector)
    .evaluateAll((found, name) => found.map((element) => element.getAttribute(name)), attribute)

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  /** @shows row-11, row-63 */
  test('every answer of the FAQ is readable @phone', async ({ page }) => {
    for (const path of ['/about', '/contact']) {
      await page.goto(path)
      for (const answer of [
        'free for some locations, and everywhere else the charge is very small',
        'the minimum order is ten units of one part. Pay for the order by card',
        'Your card details stay hidden from us',
        'Online support answers 24 hours a day',
        'during office hours: Mon-Fri 08:00-20:00 and Sat-Sun 09:00-18:00',
      ]) {
        await expect(page.getByText(answer)).toBeVisible()
      }
    }
  })

  /** @shows row-11, row-13, row-14 */
  test('About, Contact and My Portfolio have their content @phone', async ({ page }) => {
    const main = page.getByRole('main')
    await page.goto('/about')
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'For Auto Parts Businesses' })).toBeVisible()

    await page.goto('/contact')
    for (const text of [
      '24/7 support',
      '100 Workshop Road, Springfield',
      'Mon-Fri 08:00-20:00',
      'Sat-Sun 09:00-18:00',
    ]) {
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(main.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(main.getByLabel('Phone Number')).toHaveAttribute('inputmode', 'numeric')

    await page.goto('/myPortfolio')
    for (const [part, items] of [
      ['Skills', 'dt'],
      ['Education', 'li'],
      ['Projects', 'h3'],
    ] as const) {
      const section = main.getByRole('region', { name: part, exact: true })
      expect(await section.locator(items).count()).toBeGreaterThan(2)
    }
  })

  test('the contact form keeps its input and is not submitted', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Name').fill('Mia')
    await page.getByLabel('Name').press('Enter')
    await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByLabel('Name')).toHaveValue('Mia')
  })
})

/** @shows row-7 */
test('every public page has one title, description and canonical URL', async ({ page }) => {
  for (const path of pages) {
    await page.goto(path)
    await expect(page.locator('head > meta[name=description]')).toHaveCount(1)
    await expect(page.locator('title')).toHaveCount(1)
    await expect(page).toHaveTitle(/^[A-Z].*-Auto Parts$/)
    const [canonical, ...others] = await addressesIn(page, 'link[rel=canonical]', 'href')
    expect([new URL(canonical ?? '').pathname, others]).toEqual([path, []])
  }
  await page.goto('/about')
  await page.getByRole('link', { name: 'Order Our Products' }).click()
  await expect(page).toHaveTitle('Products-Auto Parts')
  await expect(page.locator('meta[name=description]')).toHaveCount(1)
  expect(await addressesIn(page, 'meta[property="og:url"]', 'content')).toEqual([
    expect.stringMatching(/\/products$/),
  ])
})

/** @shows row-11, row-63 */
test('About and Contact answer the same four questions', async ({ page }) => {
  for (const path of ['/about', '/contact']) {
    await page.goto(path)
    await waitForHydration(page)
    for (const [index, question] of faq.entries()) {
      const button = page.getByRole('button', { name: question })
      await expect(button).toHaveAttribute('aria-expanded', String(index === 0))
    }
    await page.getByRole('button', { name: 'How do I order?' }).click()
    await expect(page.getByText('the minimum order is ten units')).toBeVisible()
  }
})

/** @shows row-7 */
test('Visit shope leads to Home', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('link', { name: 'Visit shope' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { name: 'Find Auto Parts Fast' })).toBeVisible()
})

/** @shows row-14, row-64 */
test('the contact form only logs its values, makes no call, and says so', async ({ page }) => {
  await page.goto('/contact')
  await waitForHydration(page)
  const calls = recordCalls(page)
  const logged = page.waitForEvent('console', (message) => message.type() === 'log')
  await page.getByLabel('Name').fill('Mia')
  await page.getByLabel('Email', { exact: true }).fill('mia@shop.example')
  await page.getByLabel('Phone Number').fill('0123456789')
  await page.getByLabel('Message').fill('Is the left panel in stock?')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect(await (await logged).args()[0]?.jsonValue()).toEqual({
    name: 'Mia',
    email: 'mia@shop.example',
    phone: '0123456789',
    message: 'Is the left panel in stock?',
  })
  await expect(page.getByText('has not been sent anywhere yet')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Is the left panel in stock?')
  expect(calls).toEqual([])
})

/** @shows row-12 */
test('Blogs has five articles, linked from the list of questions', async ({ page }) => {
  await page.goto('/blogs')
  await expect(cards(page).getByRole('heading', { level: 2 })).toHaveText([
    'How do you improve the performance of a React application?',
    'How do you manage state in a React application?',
    'How does prototypal inheritance work?',
    'Why do you not set the state directly?',
    'What is a unit test, and why should you write them?',
  ])
  const list = page.getByRole('navigation', { name: 'Articles' })
  if (isNarrow(page)) await list.getByText('All questions').click()
  await list.getByRole('link', { name: 'What is a unit test' }).click()
  await expect(page.getByRole('heading', { name: 'What is a unit test' })).toBeInViewport()
})

/** @shows row-65 */
test('a catalogue that cannot be loaded shows an error and can be reloaded', async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
  await failCalls(page, '**/api/products*', 404)
  await page.getByRole('link', { name: 'Order Our Products' }).click()
  await expect(page.getByText('The parts could not be loaded')).toBeVisible()
  await page.unroute('**/api/products*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(24)
})

/** @shows asvs-1.2.3, asvs-3.2.2 */
test('markup in the URL is escaped on the page', async ({ request }) => {
  const hostile = '</script><b id=in>'
  const html = await (await request.get(`/products?q=${encodeURIComponent(hostile)}`)).text()
  expect(html).toContain('id=in')
  expect(html).not.toContain('<b id=in')
})

/** @shows row-15 */
test('a URL that cannot be decoded is not found', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const response = await page.goto('/%E0%A4%A')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await page.getByRole('main').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Find Auto Parts Fast' })).toBeVisible()
  expect(errors).toEqual([])
})
