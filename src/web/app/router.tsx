import { paths } from '#contract/shared/paths.ts'
import type { shop } from '#contract/shop.ts'
import { ownersPages } from '#web/content/shop.ts'
import { read } from '#web/lib/api/api.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import type { Route } from '#web/lib/router/routes.ts'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './frame/layout.tsx'
import { lazyPage } from '../lib/router/lazy-page.ts'
import { preload } from '../lib/router/preload.ts'

async function home() {
  const { HomePage, homeReads } = await import('./home/home-route.tsx')
  return { Component: HomePage, reads: homeReads }
}

async function catalogue() {
  const [{ CataloguePage }, { catalogueOutcome, catalogueReads }] = await Promise.all([
    import('#web/features/products/catalogue/catalogue-page.tsx'),
    import('#web/features/products/catalogue/catalogue-params.ts'),
  ])
  return {
    Component: CataloguePage,
    reads: catalogueReads,
    outcome: catalogueOutcome,
    sheet: 'catalogue-page',
  }
}

/** A page whose text is the owner's, at the path of its name. */
const ownersPage = ({ to }: (typeof ownersPages)[number]): Route => ({
  path: to,
  lazy: async () => (await import('#web/features/content/shop-page.tsx')).shopPageAt(to),
})

const readConfig = read<typeof shop.config>(paths.config, {})

const partPages: Route[] = [
  { path: pathTo.part(':id'), lazy: async () => (await import('./part-route.tsx')).partRoute },
  {
    path: pathTo.cars,
    lazy: async () => (await import('./cars-route.tsx')).carsRoute,
    children: 'lazy',
  },
]

const publicPages: Route[] = [
  { lazy: home },
  { path: pathTo.homeByName, lazy: home },
  { path: pathTo.catalogue, lazy: catalogue },
  ...partPages,
  {
    path: pathTo.about,
    lazy: lazyPage(async () => (await import('#web/features/content/about-page.tsx')).AboutPage),
  },
  {
    path: pathTo.blogs,
    lazy: lazyPage(async () => (await import('#web/features/content/blogs-page.tsx')).BlogsPage),
  },
  {
    path: pathTo.contact,
    reads: preload(readConfig),
    lazy: lazyPage(
      async () => (await import('#web/features/contact/contact-page.tsx')).ContactPage,
    ),
  },
  {
    path: pathTo.portfolio,
    lazy: lazyPage(
      async () => (await import('#web/features/content/portfolio-page.tsx')).PortfolioPage,
    ),
  },
  ...ownersPages.map(ownersPage),
  { path: pathTo.appointment, redirect: pathTo.catalogue },
  {
    path: pathTo.login,
    reads: preload(readConfig),
    lazy: lazyPage(async () => (await import('#web/features/accounts/login-page.tsx')).LoginPage),
  },
  {
    path: pathTo.signUp,
    reads: preload(readConfig),
    lazy: lazyPage(async () => (await import('#web/features/accounts/signup-page.tsx')).SignUpPage),
  },
  {
    path: pathTo.resetPassword,
    lazy: lazyPage(
      async () =>
        (await import('#web/features/accounts/mail-links/reset-password-page.tsx'))
          .ResetPasswordPage,
    ),
  },
  {
    path: pathTo.confirmEmail,
    lazy: lazyPage(
      async () =>
        (await import('#web/features/accounts/mail-links/confirm-email-page.tsx')).ConfirmEmailPage,
    ),
  },
  {
    path: pathTo.authAction,
    lazy: lazyPage(
      async () =>
        (await import('#web/features/accounts/mail-links/auth-action-page.tsx')).AuthActionPage,
    ),
  },
  {
    path: pathTo.cart,
    reads: preload(readConfig),
    sheet: 'cart-page',
    lazy: lazyPage(async () => (await import('#web/features/orders/cart/cart-page.tsx')).CartPage),
  },
  {
    path: pathTo.newsletter,
    lazy: lazyPage(
      async () => (await import('#web/features/newsletter/newsletter-page.tsx')).NewsletterPage,
    ),
  },
  {
    path: pathTo.stockAlerts,
    lazy: lazyPage(
      async () => (await import('#web/features/alerts/stock-alerts-page.tsx')).StockAlertsPage,
    ),
  },
  {
    path: pathTo.authComplete,
    lazy: lazyPage(
      async () => (await import('#web/features/accounts/auth-complete-page.tsx')).AuthCompletePage,
    ),
  },
]

const dashboard: Route = {
  path: pathTo.dashboard,
  lazy: async () => {
    const { DashboardLayout, dashboardPages } = await import('./dashboard-routes.ts')
    return { Component: DashboardLayout, children: dashboardPages }
  },
  children: 'lazy',
}

const orderPage: Route = {
  path: pathTo.order(':id'),
  lazy: async () => {
    const { OrderRoute, readsOf } = await import('./order-route.tsx')
    return {
      Component: OrderRoute,
      reads: (client, url) => preload(readConfig, ...readsOf(url))(client, url),
      // Browsers that run no scripts see the part with the styles of its public page.
      sheet: 'part-pages',
    }
  },
}

const quickOrderPage: Route = {
  path: pathTo.quickOrder,
  lazy: lazyPage(
    async () =>
      (await import('#web/features/orders/quick-order/quick-order-page.tsx')).QuickOrderPage,
  ),
}

/** All routes, used by the server and the browser. */
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
            lazy: lazyPage(async () => (await import('./guards/require-login.tsx')).RequireLogin),
            children: [orderPage, quickOrderPage, dashboard],
          },
          {
            path: '*',
            lazy: lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage),
          },
        ],
      },
    ],
  },
]
