import type { shop } from '#contract/shop.ts'
import { read } from '#web/lib/api.ts'
import type { Reads, Route } from '#web/lib/router/routes.ts'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout.tsx'
import { page } from './page.ts'
import { preload } from './preload.ts'

async function home() {
  const { HomePage, homeReads } = await import('./home-route.tsx')
  return { Component: HomePage, reads: homeReads }
}

async function catalogue() {
  const [{ CataloguePage }, { cataloguePages }] = await Promise.all([
    import('#web/features/products/catalogue-page.tsx'),
    import('#web/features/products/catalogue.ts'),
  ])
  const reads: Reads = (client, url) => client.prefetchInfiniteQuery(cataloguePages(url))
  return { Component: CataloguePage, reads }
}

const readConfig = read<typeof shop.config>(
  { method: 'GET', path: '/config', access: 'public' },
  {},
)

const publicPages: Route[] = [
  { lazy: home },
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
    reads: preload(readConfig),
    lazy: page(async () => (await import('#web/features/content/contact-page.tsx')).ContactPage),
  },
  {
    path: 'myPortfolio',
    lazy: page(
      async () => (await import('#web/features/content/portfolio-page.tsx')).PortfolioPage,
    ),
  },
  { path: 'appointment', redirect: '/products' },
  {
    path: 'login',
    reads: preload(readConfig),
    lazy: page(async () => (await import('#web/features/accounts/login-page.tsx')).LoginPage),
  },
  {
    path: 'signup',
    reads: preload(readConfig),
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
    path: 'auth/action',
    lazy: page(
      async () => (await import('#web/features/accounts/auth-action-page.tsx')).AuthActionPage,
    ),
  },
  {
    path: 'newsletter',
    lazy: page(
      async () => (await import('#web/features/newsletter/newsletter-page.tsx')).NewsletterPage,
    ),
  },
  {
    path: 'auth/complete',
    lazy: page(
      async () => (await import('#web/features/accounts/auth-complete-page.tsx')).AuthCompletePage,
    ),
  },
]

const dashboard: Route = {
  path: 'dashboard',
  lazy: async () => {
    const { DashboardLayout, dashboardPages } = await import('./dashboard.ts')
    return { Component: DashboardLayout, children: dashboardPages }
  },
  children: 'open',
}

const orderPage: Route = {
  path: 'order/:id',
  lazy: page(async () => (await import('#web/features/orders/order-page.tsx')).OrderPage),
}

/** Every page of the shop, for the server and the browser. */
export const routes: Route[] = [
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
