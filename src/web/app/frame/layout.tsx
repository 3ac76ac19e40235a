import { useOnPages } from '#web/domain/load-on-pages.ts'
import { Outlet } from '#web/lib/router/router-view.tsx'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import { DashboardDrawer } from './dashboard-drawer.tsx'
import { Footer } from './footer.tsx'
import { DrawerToggle, FactStrip, Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { useRouteFocus } from './route-focus.ts'

/** The frame of every page: header, page, footer and toasts. */
export function Layout() {
  useRouteFocus()
  const own = useOnPages()
  return (
    <DashboardDrawer>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <FactStrip />
      <Header />
      <div className="banners">
        <OfflineBanner />
        {own && <own.MissingPrices />}
      </div>
      <DrawerToggle />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Toaster />
    </DashboardDrawer>
  )
}
