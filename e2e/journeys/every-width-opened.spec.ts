import type { Browser, Page } from '@playwright/test'
import { byName, sampleOf } from '#server/testing/sample.ts'
import type { Person } from '../support/api.ts'
import { expect, signIn, test, waitUntilLoaded } from '../support/fixtures.ts'
import { allWidths, faultsByWidth, prepareWidths } from '../support/layout/widths.ts'
import { longWord, seedOddContents } from '../support/odd-contents.ts'
import { answerOddly, emptyLists } from '../support/opened/odd-answers.ts'
import {
  adminStates,
  customerStates,
  type OpenedState,
  visitorStates,
} from '../support/opened/opened-states.ts'
import { mainOf } from '../support/steps.ts'
import { prolongToasts } from '../support/toasts.ts'

test.describe.configure({ timeout: 400_000 })

interface Visit {
  browser: Browser
  person?: Person
  prepare: (page: Page) => Promise<void>
}

/** A page that shows what is opened at once, and whose copies have styles of their own. */
async function openPage({ browser, person, prepare }: Visit) {
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (person) await signIn(page, person)
  await prepareWidths(page)
  await prepare(page)
  return page
}

/** States that follow each other without another page: a later one begins where the one before has led. */
function pagesOf(states: readonly OpenedState[]) {
  const pages: { name: string; states: OpenedState[] }[] = []
  for (const state of states) {
    if (state.path) pages.push({ name: state.name, states: [state] })
    else pages.at(-1)?.states.push(state)
  }
  return pages
}

async function visitStates(visit: Visit, states: readonly OpenedState[]) {
  const page = await openPage(visit)
  const sampled = sampleOf('opened', pagesOf(states), byName).flatMap(({ states }) => states)
  for (const { name, path, between: [narrowest, widest] = [320, 1920], open } of sampled) {
    if (path) {
      await page.setViewportSize({ width: Math.min(1280, widest), height: 800 })
      await page.goto(path)
      await waitUntilLoaded(page)
      await prolongToasts(page)
    }
    await open(page)
    const widths = allWidths.filter((width) => width >= narrowest && width <= widest)
    expect.soft(await faultsByWidth(page, widths), name).toEqual([])
  }
  await page.context().close()
}

/** @shows row-207 */
test('no menu, dialog or suggestion of a visitor has such a fault at any width', async ({
  browser,
  seed,
}) => {
  const odd = await seedOddContents(seed)
  await visitStates({ browser, prepare: answerOddly }, visitorStates(odd))
})

/** @shows row-207 */
test('no menu or dialog of a customer has such a fault at any width', async ({ browser, seed }) => {
  const odd = await seedOddContents(seed)
  const misfit = await seed.part({ name: `Front bumper cover ${longWord} ${odd.mark}` })
  await seed.fits(misfit, [{ from: 1990, to: 1991 }])
  const visit = { browser, person: odd.buyer, prepare: answerOddly }
  await visitStates(visit, customerStates(odd, misfit))
})

/** @shows row-207 */
test('no menu, dialog or toast of an admin has such a fault at any width', async ({
  browser,
  seed,
}) => {
  const odd = await seedOddContents(seed)
  await visitStates({ browser, person: seed.admin, prepare: answerOddly }, adminStates(odd))
})

/** What an empty list shows is simple, and there are many of them. */
const someWidths = allWidths.filter((_, index) => index % 3 === 0)

const unknown = '0'.repeat(24)

const listsOf = {
  visitor: [
    '/cart',
    '/products?q=none',
    `/part/${unknown}`,
    '/parts/none',
    '/parts/volkswagen/golf/1985',
  ],
  customer: [
    '/cart',
    '/dashboard',
    '/dashboard/myOrder',
    '/dashboard/addReview',
    `/dashboard/payment/${unknown}`,
    `/dashboard/invoice/${unknown}`,
    `/order/${unknown}`,
  ],
  admin: [
    'users',
    'manageProduct',
    'manageProduct?tab=deleted',
    'importProducts',
    'importFitments',
    'pickList',
    'inbox',
    'auditLog',
    'manageAllOrders',
    'tradeAccounts',
    'priceLists',
    'tradeSales',
    'vehicles',
    'vehicleWishes',
    'synonyms',
    'missedSearches',
    'manageReviews',
  ].map((page) => `/dashboard/${page}`),
}

for (const [role, who] of [
  ['visitor', 'a visitor'],
  ['customer', 'a customer'],
  ['admin', 'an admin'],
] as const) {
  /** @shows row-207 */
  test(`no empty list of ${who} has such a fault at any width`, async ({
    browser,
    customer,
    seed,
  }) => {
    const person = { visitor: undefined, customer, admin: seed.admin }[role]
    const page = await openPage({ browser, ...(person && { person }), prepare: emptyLists })
    const lists = listsOf[role].map((path) => ({ name: path }))
    for (const { name: path } of sampleOf('empty lists', lists, byName)) {
      await page.goto(path)
      await waitUntilLoaded(page)
      expect.soft(await faultsByWidth(page, someWidths), path).toEqual([])
      const search = mainOf(page).getByRole('searchbox').first()
      if (role === 'visitor' || !(await search.isVisible())) continue
      await search.fill(longWord)
      await expect(page).toHaveURL(new RegExp(longWord))
      await waitUntilLoaded(page)
      expect.soft(await faultsByWidth(page, someWidths), `${path}, searched`).toEqual([])
    }
    await page.context().close()
  })
}
