import type { Browser, Page } from '@playwright/test'
import { recordPolicyViolations } from './policy.ts'
import { expect, signIn, waitUntilLoaded } from './fixtures.ts'
import type { Part, Person } from './api.ts'
import type { Seed } from './seed.ts'

/** A page of the shop, with a name for its screenshot. */
export interface View {
  name: string
  path: string
  /** A text that appears after other data of the page. */
  loaded?: RegExp
}

export const publicViews: View[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'blogs', path: '/blogs' },
  { name: 'portfolio', path: '/myPortfolio' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'returns', path: '/returns' },
  { name: 'legal-notice', path: '/legal-notice' },
  { name: 'products', path: '/products' },
  { name: 'products-filtered', path: '/products?kind=lighting&inStock=true&sort=lowest-price' },
  { name: 'products-none', path: '/products?q=no-such-part' },
  { name: 'login', path: '/login' },
  { name: 'sign-up', path: '/signup' },
  { name: 'reset-password', path: '/reset-password?token=none' },
  { name: 'not-found', path: '/nowhere' },
]

/** Like the token of a mail, without a signature. */
const tokenFor = (email: string) =>
  `e30.${Buffer.from(JSON.stringify({ email, exp: 0 })).toString('base64url')}.none`

/** The targets of links in mails, with an invalid token. */
const mailViews: View[] = [
  { name: 'newsletter', path: '/newsletter?confirm=none' },
  { name: 'stock-alerts', path: '/stock-alerts?end=none' },
  { name: 'confirm-email', path: `/confirm-email?token=${tokenFor('mia@shop.example')}` },
  { name: 'confirm-email-expired', path: '/confirm-email?token=none' },
  { name: 'auth-action', path: '/auth/action?mode=verifyEmail' },
]

const counted = /^\d+–\d+ of \d+/

const customerViews = (part: Part, unpaid: string, paid: string): View[] => [
  { name: 'order', path: `/order/${part.id}?quantity=20` },
  { name: 'quick-order', path: '/quick-order' },
  { name: 'profile', path: '/dashboard' },
  { name: 'add-review', path: '/dashboard/addReview' },
  { name: 'my-order', path: '/dashboard/myOrder', loaded: counted },
  { name: 'payment', path: `/dashboard/payment/${unpaid}` },
  { name: 'paid', path: `/dashboard/payment/${paid}` },
  { name: 'invoice', path: `/dashboard/invoice/${paid}` },
  { name: 'not-verified', path: '/dashboard/manageAllOrders' },
  { name: 'not-admin', path: '/dashboard/users' },
]

const adminViews = (part: Part, paid: string, dryRun: string): View[] => [
  { name: 'users', path: '/dashboard/users', loaded: counted },
  { name: 'add-product', path: '/dashboard/addProduct' },
  { name: 'manage-product', path: '/dashboard/manageProduct', loaded: counted },
  { name: 'edit-product', path: `/dashboard/manageProduct/${part.id}` },
  { name: 'import-products', path: '/dashboard/importProducts' },
  { name: 'import', path: `/dashboard/importProducts/${dryRun}` },
  { name: 'packing-slip', path: `/dashboard/packingSlip/${paid}` },
  { name: 'inbox', path: '/dashboard/inbox' },
  { name: 'audit-log', path: '/dashboard/auditLog', loaded: counted },
  { name: 'manage-all-orders', path: '/dashboard/manageAllOrders', loaded: counted },
  { name: 'manage-reviews', path: '/dashboard/manageReviews' },
]

/** Each sees pages that the others do not. */
export const roles = ['visitor', 'customer', 'admin'] as const

const themes = ['light', 'dark'] as const

interface Options {
  browser: Browser
  customer: Person
  seed: Seed
  role: (typeof roles)[number]
  /** Called with each loaded page. */
  visit: (page: Page, view: View, theme: (typeof themes)[number]) => Promise<void>
}

/** Opens every page that a role sees, in both themes. */
export async function visitEveryPage({ browser, visit, ...options }: Options) {
  const { person, views } = await viewsFor(options)
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const violations = await recordPolicyViolations(context)
  const page = await context.newPage()
  if (person) await signIn(page, person)
  for (const view of views) {
    await page.goto(view.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (view.loaded) await page.getByRole('main').getByText(view.loaded).first().waitFor()
    await waitUntilLoaded(page)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await visit(page, view, theme)
    }
  }
  await context.close()
  expect(violations).toEqual([])
}

async function viewsFor({ customer, seed, role }: Pick<Options, 'customer' | 'seed' | 'role'>) {
  if (role === 'visitor') return { views: [...publicViews, ...mailViews] }
  const part = await seed.part()
  const paid = await seed.paidOrder(customer, part)
  if (role === 'customer') {
    const unpaid = await seed.order(customer, part)
    return { person: customer, views: customerViews(part, unpaid, paid) }
  }
  return { person: seed.admin, views: adminViews(part, paid, await seed.importDryRun(part)) }
}
