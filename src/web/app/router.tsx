import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import type { shop } from '#contract/shop.ts'
import { read } from '#web/lib/api.ts'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout.tsx'
import { preload, preloadAt } from './preload.ts'

/** Loads a page when somebody first goes there. Every page names itself with a <title>. */
const page = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() })

async function home() {
  const { HomePage, loadHome } = await import('./home-route.tsx')
  return { Component: HomePage, loader: loadHome }
}

async function catalogue() {
  const [{ CataloguePage }, { cataloguePages }] = await Promise.all([
    import('#web/features/products/catalogue-page.tsx'),
    import('#web/features/products/catalogue.ts'),
  ])
  const loader = preloadAt((client, url) => client.prefetchInfiniteQuery(cataloguePages(url)))
  return { Component: CataloguePage, loader }
}

const readConfig = read<typeof shop.config>(
  { method: 'GET', path: '/config', access: 'public' },
  {},
)

const publicPages: RouteObject[] = [
  { index: true, lazy: home },
  { path: 'home', lazy: home },
  { path: 'products', lazy: catalogue },
  {
    path: 'about',
    lazy: page(async () => (await import('#web/features/content/about-page.tsx')).AboutPage),
  },
  {
    path: 'blogs',
    lazy: page(async () => (await import('#web/features/content/blogs-page.tsx')).BlogsPage),
  },
  {
    path: 'contact',
    lazy: page(async () => (await import('#web/features/content/contact-page.tsx')).ContactPage),
  },
  {
    path: 'myPortfolio',
    lazy: page(
      async () => (await import('#web/features/content/portfolio-page.tsx')).PortfolioPage,
    ),
  },
  { path: 'appointment', loader: () => redirect('/products') },
  {
    path: 'login',
    loader: preload(readConfig),
    lazy: page(async () => (await import('#web/features/accounts/login-page.tsx')).LoginPage),
  },
  {
    path: 'signup',
    loader: preload(readConfig),
    lazy: page(async () => (await import('#web/features/accounts/signup-page.tsx')).SignUpPage),
  },
  {
    path: 'reset-password',
    lazy: page(
      async () =>
        (await import('#web/features/accounts/reset-password-page.tsx')).ResetPasswordPage,
    ),
  },
  {
    path: 'auth/complete',
    lazy: page(
      async () => (await import('#web/features/accounts/auth-complete-page.tsx')).AuthCompletePage,
    ),
  },
]

const adminPages: RouteObject[] = [
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
]

const usersPage: RouteObject = {
  path: 'users',
  lazy: page(async () => (await import('#web/features/users/users-page.tsx')).UsersPage),
}

const dashboard: RouteObject = {
  path: 'dashboard',
  lazy: page(async () => (await import('./dashboard-layout.tsx')).DashboardLayout),
  children: [
    {
      index: true,
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
      lazy: page(
        async () => (await import('#web/features/orders/my-orders-page.tsx')).MyOrdersPage,
      ),
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
  ],
}

const orderPage: RouteObject = {
  path: 'order/:id',
  lazy: page(async () => (await import('#web/features/orders/order-page.tsx')).OrderPage),
}

/** Every page of the shop, for the server and the browser. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          ...publicPages,
          {
            lazy: page(async () => (await import('./guards.tsx')).RequireLogin),
            children: [orderPage, dashboard],
          },
          {
            path: '*',
            lazy: page(async () => (await import('./not-found-page.tsx')).NotFoundPage),
          },
        ],
      },
    ],
  },
]
