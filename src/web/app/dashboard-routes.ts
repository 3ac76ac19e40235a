import * as pathTo from '#web/lib/router/path-to.ts'
import type { PageComponent, Route } from '#web/lib/router/routes.ts'
import { lazyPage } from '../lib/router/lazy-page.ts'

export { DashboardLayout } from './frame/dashboard-layout.tsx'

/** A page below /dashboard. */
const page = (path: string, load: () => Promise<PageComponent>): Route => ({
  path: path.slice(pathTo.dashboard.length),
  lazy: lazyPage(load),
})

const adminPages: Route[] = [
  page(
    pathTo.addProduct,
    async () => (await import('#web/features/products/manage/add-product-page.tsx')).AddProductPage,
  ),
  page(
    pathTo.manageProducts,
    async () =>
      (await import('#web/features/products/manage/manage-products-page.tsx')).ManageProductsPage,
  ),
  page(
    pathTo.manageProduct(':id'),
    async () =>
      (await import('#web/features/products/manage/edit-product-page.tsx')).EditProductPage,
  ),
  page(
    pathTo.productTab(':id', 'fits'),
    async () => (await import('#web/features/products/manage/fits/fits-page.tsx')).FitsPage,
  ),
  page(
    pathTo.productTab(':id', 'numbers'),
    async () =>
      (await import('#web/features/products/manage/numbers/numbers-page.tsx')).NumbersPage,
  ),
  page(
    pathTo.importProducts,
    async () => (await import('#web/features/imports/imports-page.tsx')).ProductImportsPage,
  ),
  page(
    pathTo.importOf(pathTo.importProducts, ':id'),
    async () => (await import('#web/features/imports/import-page.tsx')).ProductImportPage,
  ),
  page(
    pathTo.importNumbers,
    async () => (await import('#web/features/imports/imports-page.tsx')).NumberImportsPage,
  ),
  page(
    pathTo.importOf(pathTo.importNumbers, ':id'),
    async () => (await import('#web/features/imports/import-page.tsx')).NumberImportPage,
  ),
  page(
    pathTo.importFitments,
    async () => (await import('#web/features/imports/imports-page.tsx')).FitmentImportsPage,
  ),
  page(
    pathTo.importOf(pathTo.importFitments, ':id'),
    async () => (await import('#web/features/imports/import-page.tsx')).FitmentImportPage,
  ),
  page(
    pathTo.manageOrders,
    async () => (await import('#web/features/orders/manage/all-orders-page.tsx')).AllOrdersPage,
  ),
  page(pathTo.auditLog, async () => (await import('#web/features/audit/audit-page.tsx')).AuditPage),
  page(
    pathTo.manageReviews,
    async () => (await import('#web/features/reviews/manage-reviews-page.tsx')).ManageReviewsPage,
  ),
  page(
    pathTo.vehicles,
    async () => (await import('#web/features/vehicles/vehicles-page.tsx')).VehiclesPage,
  ),
  page(
    pathTo.vehicleWishes,
    async () => (await import('#web/features/vehicles/wishes-page.tsx')).WishesPage,
  ),
  page(
    pathTo.tradeAccounts,
    async () => (await import('#web/features/trade/trade-accounts-page.tsx')).TradeAccountsPage,
  ),
  page(
    pathTo.priceLists,
    async () => (await import('#web/features/trade/lists/price-lists-page.tsx')).PriceListsPage,
  ),
  page(
    pathTo.priceList(':id'),
    async () => (await import('#web/features/trade/lists/price-list-page.tsx')).PriceListPage,
  ),
  page(
    pathTo.tradeSales,
    async () => (await import('#web/features/trade/sales-page.tsx')).TradeSalesPage,
  ),
  page(
    pathTo.synonyms,
    async () => (await import('#web/features/search/synonyms-page.tsx')).SynonymsPage,
  ),
  page(
    pathTo.missedSearches,
    async () => (await import('#web/features/search/missed-searches-page.tsx')).MissedSearchesPage,
  ),
  page(
    pathTo.pickList,
    async () => (await import('#web/features/orders/documents/pick-list-page.tsx')).PickListPage,
  ),
  page(
    pathTo.packingSlip(':id'),
    async () =>
      (await import('#web/features/orders/documents/packing-slip-page.tsx')).PackingSlipPage,
  ),
  page(pathTo.inbox, async () => (await import('#web/features/contact/inbox-page.tsx')).InboxPage),
]

const usersPage: Route = page(
  pathTo.users,
  async () => (await import('#web/features/users/users-page.tsx')).UsersPage,
)

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
  page(
    pathTo.addReview,
    async () => (await import('#web/features/reviews/add-review-page.tsx')).AddReviewPage,
  ),
  page(
    pathTo.myOrders,
    async () => (await import('#web/features/orders/own/my-orders-page.tsx')).MyOrdersPage,
  ),
  page(
    pathTo.invoice(':id'),
    async () => (await import('#web/features/orders/documents/invoice-page.tsx')).InvoicePage,
  ),
  page(
    pathTo.payment(':id'),
    async () => (await import('#web/features/payments/payment-page.tsx')).PaymentPage,
  ),
  {
    lazy: lazyPage(async () => (await import('./guards/admin-areas.tsx')).AdminArea),
    children: adminPages,
  },
  {
    lazy: lazyPage(async () => (await import('./guards/admin-areas.tsx')).UsersArea),
    children: [usersPage],
  },
]
