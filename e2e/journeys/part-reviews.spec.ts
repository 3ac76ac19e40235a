import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openSession } from '../support/api.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { failCalls, rowWith } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

const ofPart = (page: Page) => page.getByRole('region', { name: 'Reviews of this part' })
const ownWords = () => `Fits without an adapter, says ${randomUUID()}`

/** @shows row-87 */
test('a review by a buyer of the part is a verified purchase', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await seed.paidOrder(customer, part)
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  await expect(ofPart(page).getByText('No reviews yet')).toBeVisible()
  await ofPart(page).getByRole('link', { name: 'Write a review' }).click()

  const main = page.getByRole('main')
  await expect(main.getByLabel('Part (optional)')).toHaveValue(part.id)
  const title = `Lamp ${randomUUID().slice(0, 8)}`
  await main.getByLabel('Title').fill(title)
  await main.getByLabel('5 stars').check({ force: true })
  await main.getByLabel('Description').fill('Fits without an adapter. '.repeat(8).trim())
  await main.getByRole('button', { name: 'Add review' }).click()
  await expectToast(page, '5 star review add successfully')

  await page.goto(`/order/${part.id}`)
  const review = ofPart(page).getByRole('listitem').filter({ hasText: title })
  await expect(review.getByText('Verified purchase', { exact: true })).toBeVisible()
  await expect(review).toContainText('Fits without an adapter. '.repeat(8).trim())
  await expectAccessible(page, 'a part with a review')
})

/** @shows row-87 */
test('a review without a purchase is not verified', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await signIn(page, customer)
  await page.goto(`/dashboard/addReview?product=${part.id}`)
  const main = page.getByRole('main')
  await expect(main.getByLabel('Part (optional)')).toHaveValue(part.id)
  await main.getByLabel('Title').fill('Seen in a shop')
  await main.getByLabel('2 stars').check({ force: true })
  await main.getByLabel('Description').fill(ownWords())
  await main.getByRole('button', { name: 'Add review' }).click()
  await expectToast(page, '2 star review add successfully')
  await page.goto(`/order/${part.id}`)
  await expect(ofPart(page).getByRole('listitem')).toContainText('Seen in a shop')
  await expect(ofPart(page).getByText('Verified purchase')).toHaveCount(0)
})

/** @shows row-87 */
test('an admin hides a review and shows it again', async ({ page, customer, seed }) => {
  const part = await seed.part()
  const description = ownWords()
  const writer = await openSession(customer)
  await writer.send('POST', '/reviews', {
    title: 'Right lamp',
    rating: 1,
    description,
    product: part.id,
  })
  await writer.end()
  await signIn(page, seed.admin)
  await page.goto('/dashboard/manageReviews')
  await page.getByRole('searchbox', { name: 'Search reviews' }).fill(description)
  const row = rowWith(page, description)
  await expect(row).toContainText(customer.email)

  await failCalls(page, '**/api/manage/reviews/*/hide', 500, 'PUT')
  await row.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByRole('alert')).toContainText('“Right lamp” is not hidden.')
  await page.unroute('**/api/manage/reviews/*/hide')

  const isListed = async () => {
    const [all, ofProduct] = await Promise.all(
      ['/api/reviews?limit=200', `/api/reviews?product=${part.id}`].map(async (path) =>
        (await page.request.get(path)).text(),
      ),
    )
    return [all?.includes(description), ofProduct?.includes(description)]
  }
  await row.getByRole('button', { name: 'Hide' }).click()
  await expect(row.getByRole('button', { name: 'Show' })).toBeFocused()
  await expect(row).toContainText('hidden')
  await expectAccessible(page, 'a review that is hidden')
  expect(await isListed()).toEqual([false, false])
  await page.goto(`/order/${part.id}`)
  await expect(ofPart(page).getByText('No reviews yet')).toBeVisible()

  await page.goto(`/dashboard/manageReviews?q=${encodeURIComponent(description)}`)
  await row.getByRole('button', { name: 'Show' }).click()
  await expect(row.getByRole('button', { name: 'Hide' })).toBeVisible()
  expect(await isListed()).toEqual([true, true])
})

/** @shows row-87 */
test('failed reviews show an error and can be reloaded', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await signIn(page, customer)
  await failCalls(page, '**/api/reviews?*product=*', 404)
  await page.goto(`/order/${part.id}`)
  await expect(ofPart(page).getByText('The reviews could not be loaded')).toBeVisible()
  await expectAccessible(page, 'reviews that could not be loaded')
  await page.unroute('**/api/reviews?*product=*')
  await ofPart(page).getByRole('button', { name: 'Try again' }).click()
  await expect(ofPart(page).getByText('No reviews yet')).toBeVisible()
})
