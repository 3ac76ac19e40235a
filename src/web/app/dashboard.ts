import type { Route } from '#web/lib/router/routes.ts'
import { page } from './page.ts'

export { DashboardLayout } from './dashboard-layout.tsx'

const adminPages: Route[] = [
  {
    path: 'addProduct',
    lazy: page(
      async () => (await import('#web/features/products/add-product-page.tsx')).AddProductPage,
    ),
  },
  {
    path: 'manageProduct',
    lazy: page(
      async () =>
        (await import('#web/features/products/manage-products-page.tsx')).ManageProductsPage,
    ),
  },
  {
    path: 'manageAllOrders',
    lazy: page(
      async () => (await import('#web/features/orders/all-orders-page.tsx')).AllOrdersPage,
    ),
  },
  {
    path: 'packingSlip/:id',
    lazy: page(
      async () => (await import('#web/features/orders/packing-slip-page.tsx')).PackingSlipPage,
    ),
  },
  {
    path: 'inbox',
    lazy: page(async () => (await import('#web/features/contact/inbox-page.tsx')).InboxPage),
  },
]

const usersPage: Route = {
  path: 'users',
  lazy: page(async () => (await import('#web/features/users/users-page.tsx')).UsersPage),
}

/** What stands below /dashboard. It is loaded with its frame, since most visits need none of it. */
export const dashboardPages: readonly Route[] = [
  {
    lazy: page(async () => (await import('#web/features/profiles/profile-page.tsx')).ProfilePage),
  },
  {
    path: 'addReview',
    lazy: page(
      async () => (await import('#web/features/reviews/add-review-page.tsx')).AddReviewPage,
    ),
  },
  {
    path: 'myOrder',
    lazy: page(async () => (await import('#web/features/orders/my-orders-page.tsx')).MyOrdersPage),
  },
  {
    path: 'invoice/:id',
    lazy: page(async () => (await import('#web/features/orders/invoice-page.tsx')).InvoicePage),
  },
  {
    path: 'payment/:id',
    lazy: page(async () => (await import('#web/features/payments/payment-page.tsx')).PaymentPage),
  },
  { lazy: page(async () => (await import('./admin-areas.tsx')).AdminArea), children: adminPages },
  {
    lazy: page(async () => (await import('./admin-areas.tsx')).UsersArea),
    children: [usersPage],
  },
]
