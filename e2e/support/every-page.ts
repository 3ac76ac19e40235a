import type { Browser, Page } from '@playwright/test'
import { watchPolicy } from './policy.ts'
import { expect, signIn } from './shop.ts'
import type { Part, Person } from './api.ts'
import type { Shelf } from './shelf.ts'

/** A page of the shop as somebody sees it, with a name for its picture. */
export interface View {
  name: string
  path: string
}

export const publicViews: View[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'blogs', path: '/blogs' },
  { name: 'portfolio', path: '/myPortfolio' },
  { name: 'products', path: '/products' },
  { name: 'products-filtered', path: '/products?kind=lighting&inStock=true&sort=lowest-price' },
  { name: 'products-none', path: '/products?q=no-such-part' },
  { name: 'login', path: '/login' },
  { name: 'sign-up', path: '/signup' },
  { name: 'reset-password', path: '/reset-password?token=none' },
  { name: 'not-found', path: '/nowhere' },
]

/** Where links in mails lead, with a token that is good for nothing. */
const mailViews: View[] = [
  { name: 'newsletter', path: '/newsletter?confirm=none' },
  { name: 'auth-action', path: '/auth/action?mode=verifyEmail' },
]

const customerViews = (part: Part, unpaid: string, paid: string): View[] => [
  { name: 'order', path: `/order/${part.id}?quantity=20` },
  { name: 'quick-order', path: '/quick-order' },
  { name: 'profile', path: '/dashboard' },
  { name: 'add-review', path: '/dashboard/addReview' },
  { name: 'my-order', path: '/dashboard/myOrder' },
  { name: 'payment', path: `/dashboard/payment/${unpaid}` },
  { name: 'paid', path: `/dashboard/payment/${paid}` },
  { name: 'invoice', path: `/dashboard/invoice/${paid}` },
  { name: 'not-verified', path: '/dashboard/manageAllOrders' },
  { name: 'not-admin', path: '/dashboard/users' },
]

const adminViews = (part: Part, paid: string, dryRun: string): View[] => [
  { name: 'users', path: '/dashboard/users' },
  { name: 'add-product', path: '/dashboard/addProduct' },
  { name: 'manage-product', path: '/dashboard/manageProduct' },
  { name: 'edit-product', path: `/dashboard/manageProduct/${part.id}` },
  { name: 'import-products', path: '/dashboard/importProducts' },
  { name: 'import', path: `/dashboard/importProducts/${dryRun}` },
  { name: 'packing-slip', path: `/dashboard/packingSlip/${paid}` },
  { name: 'inbox', path: '/dashboard/inbox' },
  { name: 'audit-log', path: '/dashboard/auditLog' },
  { name: 'manage-all-orders', path: '/dashboard/manageAllOrders' },
  { name: 'manage-reviews', path: '/dashboard/manageReviews' },
]

/** Who sees pages of their own. */
export const visitors = ['visitor', 'customer', 'admin'] as const

const themes = ['light', 'dark'] as const

interface Tour {
  browser: Browser
  customer: Person
  shelf: Shelf
  as: (typeof visitors)[number]
  /** Called with each page, once it shows what it has to show. */
  visit: (page: Page, view: View, theme: (typeof themes)[number]) => Promise<void>
}

/** Goes through every page that somebody sees, in both themes. */
export async function tour({ browser, visit, ...about }: Tour) {
  const { person, views } = await viewsFor(about)
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const violations = await watchPolicy(context)
  const page = await context.newPage()
  if (person) await signIn(page, person)
  for (const view of views) {
    await page.goto(view.path)
    await settled(page)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await visit(page, view, theme)
    }
  }
  await context.close()
  expect(violations).toEqual([])
}

async function viewsFor({ customer, shelf, as }: Pick<Tour, 'customer' | 'shelf' | 'as'>) {
  if (as === 'visitor') return { views: [...publicViews, ...mailViews] }
  const part = await shelf.stock()
  const paid = await shelf.paidOrder(customer, part)
  if (as === 'customer') {
    const unpaid = await shelf.order(customer, part)
    return { person: customer, views: customerViews(part, unpaid, paid) }
  }
  return { person: shelf.person, views: adminViews(part, paid, await shelf.dryRun(part)) }
}

/** The page has its heading, and nothing is loading any more. */
async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}
