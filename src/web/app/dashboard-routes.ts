import type { Route } from '#web/lib/router/routes.ts'
import { lazyPage } from '../lib/router/lazy-page.ts'

export { DashboardLayout } from './frame/dashboard-layout.tsx'

const adminPages: Route[] = [
  {
    path: 'addProduct',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/products/manage/add-product-page.tsx')).AddProductPage,
    ),
  },
  {
    path: 'manageProduct',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/products/manage/manage-products-page.tsx')).ManageProductsPage,
    ),
  },
  {
    path: 'manageProduct/:id',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/products/manage/edit-product-page.tsx')).EditProductPage,
    ),
  },
  {
    path: 'manageProduct/:id/fits',
    lazy: lazyPage(
      async () => (await import('#web/features/products/manage/fits/fits-page.tsx')).FitsPage,
    ),
  },
  {
    path: 'manageProduct/:id/numbers',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/products/manage/numbers/numbers-page.tsx')).NumbersPage,
    ),
  },
  {
    path: 'importProducts',
    lazy: lazyPage(
      async () => (await import('#web/features/imports/imports-page.tsx')).ProductImportsPage,
    ),
  },
  {
    path: 'importProducts/:id',
    lazy: lazyPage(
      async () => (await import('#web/features/imports/import-page.tsx')).ProductImportPage,
    ),
  },
  {
    path: 'importNumbers',
    lazy: lazyPage(
      async () => (await import('#web/features/imports/imports-page.tsx')).NumberImportsPage,
    ),
  },
  {
    path: 'importNumbers/:id',
    lazy: lazyPage(
      async () => (await import('#web/features/imports/import-page.tsx')).NumberImportPage,
    ),
  },
  {
    path: 'importFitments',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/imports/fitments/fitment-imports-page.tsx'))
          .FitmentImportsPage,
    ),
  },
  {
    path: 'importFitments/:id',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/imports/fitments/fitment-import-page.tsx')).FitmentImportPage,
    ),
  },
  {
    path: 'manageAllOrders',
    lazy: lazyPage(
      async () => (await import('#web/features/orders/manage/all-orders-page.tsx')).AllOrdersPage,
    ),
  },
  {
    path: 'auditLog',
    lazy: lazyPage(async () => (await import('#web/features/audit/audit-page.tsx')).AuditPage),
  },
  {
    path: 'manageReviews',
    lazy: lazyPage(
      async () => (await import('#web/features/reviews/manage-reviews-page.tsx')).ManageReviewsPage,
    ),
  },
  {
    path: 'vehicles',
    lazy: lazyPage(
      async () => (await import('#web/features/vehicles/vehicles-page.tsx')).VehiclesPage,
    ),
  },
  {
    path: 'vehicleWishes',
    lazy: lazyPage(async () => (await import('#web/features/vehicles/wishes-page.tsx')).WishesPage),
  },
  {
    path: 'tradeAccounts',
    lazy: lazyPage(
      async () => (await import('#web/features/trade/trade-accounts-page.tsx')).TradeAccountsPage,
    ),
  },
  {
    path: 'priceLists',
    lazy: lazyPage(
      async () => (await import('#web/features/trade/lists/price-lists-page.tsx')).PriceListsPage,
    ),
  },
  {
    path: 'priceLists/:id',
    lazy: lazyPage(
      async () => (await import('#web/features/trade/lists/price-list-page.tsx')).PriceListPage,
    ),
  },
  {
    path: 'tradeSales',
    lazy: lazyPage(async () => (await import('#web/features/trade/sales-page.tsx')).TradeSalesPage),
  },
  {
    path: 'synonyms',
    lazy: lazyPage(
      async () => (await import('#web/features/search/synonyms-page.tsx')).SynonymsPage,
    ),
  },
  {
    path: 'missedSearches',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/search/missed-searches-page.tsx')).MissedSearchesPage,
    ),
  },
  {
    path: 'pickList',
    lazy: lazyPage(
      async () => (await import('#web/features/orders/documents/pick-list-page.tsx')).PickListPage,
    ),
  },
  {
    path: 'packingSlip/:id',
    lazy: lazyPage(
      async () =>
        (await import('#web/features/orders/documents/packing-slip-page.tsx')).PackingSlipPage,
    ),
  },
  {
    path: 'inbox',
    lazy: lazyPage(async () => (await import('#web/features/contact/inbox-page.tsx')).InboxPage),
  },
]

const usersPage: Route = {
  path: 'users',
  lazy: lazyPage(async () => (await import('#web/features/users/users-page.tsx')).UsersPage),
}

/**
 * Child routes of /dashboard. Loaded together with the dashboard frame, since most visits need
 * neither.
 */
export const dashboardPages: readonly Route[] = [
  {
    lazy: lazyPage(
      async () => (await import('#web/features/profiles/profile-page.tsx')).ProfilePage,
    ),
  },
  {
    path: 'addReview',
    lazy: lazyPage(
      async () => (await import('#web/features/reviews/add-review-page.tsx')).AddReviewPage,
    ),
  },
  {
    path: 'myOrder',
    lazy: lazyPage(
      async () => (await import('#web/features/orders/own/my-orders-page.tsx')).MyOrdersPage,
    ),
  },
  {
    path: 'invoice/:id',
    lazy: lazyPage(
      async () => (await import('#web/features/orders/documents/invoice-page.tsx')).InvoicePage,
    ),
  },
  {
    path: 'payment/:id',
    lazy: lazyPage(
      async () => (await import('#web/features/payments/payment-page.tsx')).PaymentPage,
    ),
  },
  {
    lazy: lazyPage(async () => (await import('./guards/admin-areas.tsx')).AdminArea),
    children: adminPages,
  },
  {
    lazy: lazyPage(async () => (await import('./guards/admin-areas.tsx')).UsersArea),
    children: [usersPage],
  },
]
