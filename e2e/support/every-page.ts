import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { recordPolicyViolations } from './policy.ts'
import { expect, signIn, waitUntilLoaded } from './fixtures.ts'
import type { Part, Person } from './api.ts'
import type { OddContents } from './odd-contents.ts'
import type { Seed } from './seed.ts'

/** A page of the shop, with a name for its screenshot. */
export interface View {
  name: string
  /** Before the name of the shop. */
  title: string
  path: string
  /** Texts that appear after other data of the page. */
  loaded?: RegExp | readonly RegExp[]
}

export const publicViews: View[] = [
  { name: 'home', title: 'Home', path: '/' },
  { name: 'about', title: 'About', path: '/about' },
  { name: 'contact', title: 'Contact', path: '/contact' },
  { name: 'blogs', title: 'Blogs', path: '/blogs' },
  { name: 'portfolio', title: 'My Portfolio', path: '/myPortfolio' },
  { name: 'privacy', title: 'Privacy', path: '/privacy' },
  { name: 'terms', title: 'Terms', path: '/terms' },
  { name: 'returns', title: 'Returns', path: '/returns' },
  { name: 'legal-notice', title: 'Legal notice', path: '/legal-notice' },
  { name: 'products', title: 'Products', path: '/products' },
  {
    name: 'products-filtered',
    title: 'Products',
    path: '/products?kind=lighting&inStock=true&sort=lowest-price',
  },
  { name: 'products-none', title: 'Products', path: '/products?q=no-such-part' },
  { name: 'cart', title: 'Cart', path: '/cart' },
  { name: 'login', title: 'Login', path: '/login' },
  { name: 'sign-up', title: 'Sign Up', path: '/signup' },
  {
    name: 'reset-password',
    title: 'New password',
    path: '/reset-password?token=none',
    // The form is replaced once the link is known to be invalid.
    loaded: /This link has expired/,
  },
  { name: 'not-found', title: 'Not found', path: '/nowhere' },
]

/** Like the token of a mail, without a signature. */
const tokenFor = (email: string) =>
  `e30.${Buffer.from(JSON.stringify({ email, exp: 0 })).toString('base64url')}.none`

/** The targets of links in mails, with an invalid token. */
const mailViews: View[] = [
  { name: 'newsletter', title: 'Newsletter', path: '/newsletter?confirm=none' },
  { name: 'stock-alerts', title: 'Back-in-stock alerts', path: '/stock-alerts?end=none' },
  {
    name: 'confirm-email',
    title: 'Confirm your address',
    path: `/confirm-email?token=${tokenFor('mia@shop.example')}`,
  },
  {
    name: 'confirm-email-expired',
    title: 'Confirm your address',
    path: '/confirm-email?token=none',
  },
  { name: 'auth-action', title: 'Login', path: '/auth/action?mode=verifyEmail' },
]

const partViews = (part: Part, make: string): View[] => [
  { name: 'part', title: part.name, path: `/part/${part.id}` },
  { name: 'cars', title: 'Parts by car', path: '/parts' },
  { name: 'car', title: `Parts for the 2012 ${make} Golf`, path: `/parts/${make}/golf/2012` },
]

const counted = /^\d+–\d+ of \d+/

const customerViews = (part: Part, unpaid: string, paid: string): View[] => [
  { name: 'order', title: 'Order', path: `/order/${part.id}?quantity=20` },
  { name: 'quick-order', title: 'Quick Order', path: '/quick-order' },
  { name: 'profile', title: 'Dashboard', path: '/dashboard' },
  { name: 'add-review', title: 'Add Review', path: '/dashboard/addReview' },
  { name: 'my-order', title: 'My Order', path: '/dashboard/myOrder', loaded: counted },
  { name: 'payment', title: 'Payment', path: `/dashboard/payment/${unpaid}` },
  { name: 'paid', title: 'Payment', path: `/dashboard/payment/${paid}` },
  { name: 'invoice', title: 'Invoice', path: `/dashboard/invoice/${paid}` },
  { name: 'not-verified', title: 'Dashboard', path: '/dashboard/manageAllOrders' },
  { name: 'not-admin', title: 'All Users', path: '/dashboard/users' },
]

const adminViews = (
  part: Part,
  { paid, dryRun, list }: { paid: string; dryRun: string; list: string },
): View[] => [
  { name: 'users', title: 'All Users', path: '/dashboard/users', loaded: counted },
  { name: 'add-product', title: 'Add New Product', path: '/dashboard/addProduct' },
  {
    name: 'manage-product',
    title: 'Manage Product',
    path: '/dashboard/manageProduct',
    loaded: counted,
  },
  { name: 'edit-product', title: 'Edit Product', path: `/dashboard/manageProduct/${part.id}` },
  {
    name: 'product-numbers',
    title: 'Edit Product',
    path: `/dashboard/manageProduct/${part.id}/numbers`,
  },
  { name: 'product-fits', title: 'Edit Product', path: `/dashboard/manageProduct/${part.id}/fits` },
  { name: 'import-products', title: 'Import Products', path: '/dashboard/importProducts' },
  { name: 'import', title: 'Import Products', path: `/dashboard/importProducts/${dryRun}` },
  { name: 'import-numbers', title: 'Import Numbers', path: '/dashboard/importNumbers' },
  { name: 'import-fitments', title: 'Import Fitments', path: '/dashboard/importFitments' },
  { name: 'packing-slip', title: 'Packing Slip', path: `/dashboard/packingSlip/${paid}` },
  { name: 'pick-list', title: 'Pick List', path: '/dashboard/pickList', loaded: /to ship/ },
  { name: 'inbox', title: 'Inbox', path: '/dashboard/inbox' },
  { name: 'audit-log', title: 'Audit Log', path: '/dashboard/auditLog', loaded: counted },
  {
    name: 'manage-all-orders',
    title: 'Manage All Orders',
    path: '/dashboard/manageAllOrders',
    loaded: counted,
  },
  { name: 'trade-accounts', title: 'Trade accounts', path: '/dashboard/tradeAccounts' },
  { name: 'price-lists', title: 'Price lists', path: '/dashboard/priceLists' },
  { name: 'price-list', title: 'Price list', path: `/dashboard/priceLists/${list}` },
  { name: 'trade-sales', title: 'Trade sales', path: '/dashboard/tradeSales' },
  { name: 'vehicles', title: 'Vehicles', path: '/dashboard/vehicles', loaded: counted },
  {
    name: 'vehicle-wishes',
    title: 'Missing cars',
    path: '/dashboard/vehicleWishes',
  },
  { name: 'synonyms', title: 'Synonyms', path: '/dashboard/synonyms' },
  { name: 'missed-searches', title: 'Missed searches', path: '/dashboard/missedSearches' },
  { name: 'manage-reviews', title: 'Manage Reviews', path: '/dashboard/manageReviews' },
]

/** Each sees pages that the others do not. */
export const roles = ['visitor', 'customer', 'admin'] as const

const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface Options {
  browser: Browser
  customer: Person
  seed: Seed
  role: (typeof roles)[number]
  /** What the pages show, in place of a usual part and its orders. */
  odd?: OddContents
  contextOptions?: BrowserContextOptions
  /** The pages to open; all without it. */
  select?: (views: readonly View[]) => View[]
  /** Called before the first page is opened. */
  prepare?: (page: Page) => Promise<void>
  /** Called with each loaded page before its themes: a change of theme may apply a font that arrived late. */
  opened?: (page: Page, view: View) => Promise<void>
  /** Called with each loaded page in each theme. */
  visit?: (page: Page, view: View, theme: Theme) => Promise<void>
}

/** Opens every page that a role sees, for `visit` in both themes. */
export async function visitEveryPage({
  browser,
  contextOptions,
  prepare,
  select = (views) => [...views],
  opened,
  visit,
  ...options
}: Options) {
  const { person, views } = await viewsFor(options)
  const context = await browser.newContext(contextOptions)
  const violations = await recordPolicyViolations(context)
  const page = await context.newPage()
  if (person) await signIn(page, person)
  await prepare?.(page)
  for (const view of select(views)) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await page.goto(view.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const text of [view.loaded ?? []].flat())
      await page.getByRole('main').getByText(text).first().waitFor()
    await waitUntilLoaded(page)
    await opened?.(page, view)
    for (const theme of visit ? themes : []) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await visit?.(page, view, theme)
    }
  }
  await context.close()
  expect(violations).toEqual([])
}

/** The pages that a role sees, and who opens them. */
export async function viewsFor({
  odd,
  ...options
}: Pick<Options, 'customer' | 'seed' | 'role' | 'odd'>) {
  return odd ? oddViews(odd, options) : usualViews(options)
}

async function usualViews({ customer, seed, role }: Pick<Options, 'customer' | 'seed' | 'role'>) {
  const part = await seed.part()
  if (role === 'visitor') {
    const make = await seed.fits(part, [{}])
    return { views: [...publicViews, ...mailViews, ...partViews(part, make)] }
  }
  const paid = await seed.paidOrder(customer, part)
  if (role === 'customer') {
    const unpaid = await seed.order(customer, part)
    return { person: customer, views: customerViews(part, unpaid, paid) }
  }
  return { person: seed.admin, views: adminViews(part, { paid, ...(await adminData(seed, part)) }) }
}

const adminData = async (seed: Seed, part: Part) => ({
  dryRun: await seed.importDryRun(part),
  list: await seed.emptyPriceList(),
})

/** Pages with odd contents, and those that only such contents fill. */
async function oddViews(odd: OddContents, { seed, role }: Pick<Options, 'seed' | 'role'>) {
  const { part, word, mark, make, unpaid, paid, buyer } = odd
  const products: View[] = [
    { name: 'products-odd', title: 'Products', path: `/products?q=${mark}` },
    { name: 'products-table', title: 'Products', path: `/products?q=${mark}&view=table` },
    { name: 'part-word', title: word.name, path: `/part/${word.id}` },
    { name: 'products-none', title: 'Products', path: `/products?q=${'w'.repeat(60)}` },
  ]
  if (role === 'visitor') {
    return { views: [...publicViews, ...mailViews, ...partViews(part, make), ...products] }
  }
  if (role === 'customer') {
    // Prices of the account and verdicts on the chosen car come after the page.
    const late = [/Your price:/, /Fit not confirmed|Check first|Check engine/]
    const named = ['part', 'car', 'products-odd', 'products-table', 'part-word']
    const parts = [...partViews(part, make), ...products].map((view) =>
      named.includes(view.name) ? { ...view, loaded: late } : view,
    )
    const cart: View = { name: 'cart', title: 'Cart', path: '/cart', loaded: late }
    return { person: buyer, views: [...customerViews(part, unpaid, paid), ...parts, cart] }
  }
  return { person: seed.admin, views: adminViews(part, { paid, ...(await adminData(seed, part)) }) }
}
