import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { openSession } from '../support/api.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { failCalls, storedToken } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'
import type { Person } from '../support/api.ts'

const delayMs = 2500

/** Adds reviews, which are the newest on Home; returns the title of the last. */
async function review(customer: Person, count: number) {
  const { send, end } = await openSession(customer)
  const title = `Lamp ${randomUUID().slice(0, 8)}`
  for (let rating = count; rating >= 1; rating -= 1) {
    const description = `${rating} ${randomUUID()} `.padEnd(150, 'fits without an adapter ')
    await send('POST', '/reviews', { title: `${title} ${rating}`, rating, description })
  }
  await end()
  return `${title} 1`
}

const carouselOf = (page: Page) => page.getByRole('region', { name: 'Happy Customer says' })
const slidesOf = (carousel: Locator) => carousel.getByRole('listitem', { name: /^\d+ of \d+$/ })

/** The number of visible slides, and the gap between the first two cards. */
const layoutOf = (carousel: Locator) =>
  slidesOf(carousel).evaluateAll((slides) => {
    const frame = slides[0]?.closest('ul')?.parentElement?.getBoundingClientRect()
    const boxes = slides.map((slide) => slide.firstElementChild?.getBoundingClientRect())
    const visible = boxes.filter((box) => {
      const middle = box ? (box.left + box.right) / 2 : 0
      return frame && middle > frame.left && middle < frame.right
    })
    return {
      visible: visible.length,
      gap: Math.round((boxes[1]?.left ?? 0) - (boxes[0]?.right ?? 0)),
    }
  })

/** @shows row-10 */
test('the carousel shows one review below 1024 px, else three', async ({ page, customer }) => {
  await review(customer, 4)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  for (const [width, visible] of [
    [390, 1],
    [1023, 1],
    [1024, 3],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => layoutOf(carouselOf(page))).toEqual({ visible, gap: 20 })
  }
})

/** @shows row-10 */
test('the carousel rotates every 2500 ms until it is stopped', async ({ page, customer }) => {
  await review(customer, 5)
  await page.clock.install()
  await page.goto('/')
  await waitForHydration(page)
  const carousel = carouselOf(page)
  const dots = carousel.getByRole('list', { name: 'Choose review to display' }).getByRole('button')
  const chosen = () =>
    dots.evaluateAll((all) => all.findIndex((dot) => dot.hasAttribute('aria-current')))
  // Its code is loaded when it is near the viewport.
  await carousel.scrollIntoViewIfNeeded()
  await expect(dots.first()).toBeVisible()
  const last = (await dots.count()) - 1
  const leave = async () => {
    await page.getByRole('banner').hover({ position: { x: 2, y: 2 } })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  }
  await page.clock.pauseAt(Date.now() + 60_000)

  await dots.nth(1).click()
  await expect.poll(chosen).toBe(1)
  await carousel.getByRole('button', { name: 'Next review' }).click()
  await expect.poll(chosen).toBe(2)
  await dots.first().click()
  await carousel.getByRole('button', { name: 'Previous review' }).click()
  await expect.poll(chosen).toBe(last)

  // It pauses below the pointer, then continues from the last to the first.
  await page.clock.runFor(delayMs * 3)
  expect(await chosen()).toBe(last)
  await leave()
  await page.clock.runFor(delayMs - 1)
  expect(await chosen()).toBe(last)
  await page.clock.runFor(1)
  await expect.poll(chosen).toBe(0)
  await page.clock.runFor(delayMs)
  await expect.poll(chosen).toBe(1)

  await carousel.getByRole('button', { name: 'Stop slide rotation' }).click()
  await leave()
  await page.clock.runFor(delayMs * 3)
  expect(await chosen()).toBe(1)
  await expect(carousel.getByRole('button', { name: 'Start slide rotation' })).toBeVisible()
})

/** @shows row-10, row-43, row-44, row-45, row-189 */
test(
  'a review is validated, added and shown on Home @phone @translated',
  { tag: '@production' },
  async ({ page, customer }) => {
    await signIn(page, customer)
    await page.goto('/dashboard/addReview')
    const main = page.getByRole('main')
    for (const [field, value] of [
      ['Name', customer.name],
      ['Email', customer.email],
    ] as const) {
      await expect(main.getByLabel(field)).toHaveValue(value)
      await expect(main.getByLabel(field)).not.toBeEditable()
    }
    const add = main.getByRole('button', { name: 'Add review' })
    const messages = () => main.getByRole('alert').allTextContents()
    await add.click()
    const required = ['Title is Required', 'Rating is Required', 'Description is Required']
    await expect.poll(messages).toEqual(required)
    await main.getByLabel('Title').fill('ab')
    await main.getByLabel('4 stars').check({ force: true })
    await main.getByLabel('Description').fill('abcd')
    const tooShort = 'Must be 3 characters or longer'
    await expect.poll(messages).toEqual([tooShort, tooShort])
    await main.getByLabel('Title').fill('x'.repeat(31))
    await expect.poll(messages).toEqual(['Must be 30 characters or lower', tooShort])

    const title = `Lamp ${randomUUID().slice(0, 8)}`
    const description = `${randomUUID()} `.padEnd(150, 'fits without an adapter ').trim()
    await main.getByLabel('Title').fill(title)
    await main.getByLabel('Description').fill(description)
    await add.click()
    await expectToast(page, '4 star review add successfully')
    await expect(main.getByLabel('Title')).toHaveValue('')
    await expect(main.getByLabel('Description')).toHaveValue('')
    await expect(main.getByLabel('4 stars')).not.toBeChecked()

    await page.goto('/')
    const card = slidesOf(carouselOf(page)).filter({ hasText: title })
    expect(await card.locator('blockquote').textContent()).toBe(description.slice(0, 130))
    await expect(card.getByText('4 out of 5 stars')).toHaveCount(1)
    await expect(card.getByText('Mia', { exact: true })).toHaveCount(1)
    await expect(card.getByText('@mia', { exact: true })).toHaveCount(1)
    await expect(card).not.toContainText(customer.email)
  },
)

/** @shows row-45 */
test('a failed review keeps its input or ends a dead session', async ({ page, customer }) => {
  const main = page.getByRole('main')
  let isSignedIn = false
  for (const status of [500, 401, 403, 404]) {
    await page.unroute('**/api/reviews')
    if (!isSignedIn) await signIn(page, customer)
    isSignedIn = status === 500
    await page.goto('/dashboard/addReview')
    await main.getByLabel('Title').fill('Right lamp')
    await main.getByLabel('3 stars').check({ force: true })
    await main.getByLabel('Description').fill('Fits without an adapter')
    await failCalls(page, '**/api/reviews', status)
    await main.getByRole('button', { name: 'Add review' }).click()
    await expectToast(page, '3 star review add to failed')
    if (isSignedIn) {
      await expect(main.getByLabel('Title')).toHaveValue('Right lamp')
      await expect(page).toHaveURL(/\/addReview$/)
      continue
    }
    await expect(page).toHaveURL(/:\d+\/$/)
    expect(await page.evaluate(storedToken)).toBeNull()
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login$/)
  }
})
