import { Clock, Headphones, LogOut, Menu, PanelLeft, ShoppingCart, Truck } from 'lucide-react'
import { useState } from 'react'
import { catalogueLink, navigation, shop } from '#web/content/shop.ts'
import { useOnPages } from '#web/domain/load-on-pages.ts'
import { CarButton } from '#web/domain/vehicles/car-button.tsx'
import { HeaderSearch } from '#web/features/products/search/header-search.tsx'
import { focusHeading } from '#web/lib/browser/focus.ts'
import { initials } from '#web/lib/format/format.ts'
import { useLazyModule } from '#web/lib/browser/lazy-module.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { isAt, Link, NavLink } from '#web/lib/router/link.tsx'
import { useLocation } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { useDashboardDrawer } from './dashboard-drawer.tsx'
import { LoginWithoutScript, MenuWithoutScript } from './menu-without-script.tsx'

const loadMenu = () => import('./mobile-menu.tsx')

const factIcons = [Truck, Headphones, Clock]

export function FactStrip() {
  return (
    <aside className="fact-strip band" aria-label="Your car and shop facts">
      <div className="wrap">
        <CarButton />
        <ul>
          {shop.facts.map((fact, index) => {
            const Icon = factIcons[index] ?? Clock
            return (
              <li key={fact}>
                <Icon />
                {fact}
              </li>
            )
          })}
        </ul>
      </div>
    </aside>
  )
}

export function Header() {
  const { status, signOut } = useSession()
  const [menuOpen, setMenuOpen] = useState(false)
  const menu = useLazyModule(loadMenu)

  async function handleSignOut() {
    setMenuOpen(false)
    await signOut()
    focusHeading()
  }

  return (
    <header className="header">
      <div className="wrap">
        <Link className="logo" to={pathTo.home}>
          <LogoMark />
          <span>{shop.name}</span>
        </Link>
        <HeaderSearch />
        <NavLink className="header__catalogue" to={pathTo.catalogue}>
          {catalogueLink}
        </NavLink>
        <nav className="main-nav" aria-label="Main">
          {navigation.map(({ text, to }) => (
            <NavLink key={to} to={to} end={to === pathTo.home}>
              {text}
            </NavLink>
          ))}
          {status === 'signed-in' && <NavLink to={pathTo.dashboard}>Dashboard</NavLink>}
        </nav>
        <CartLink />
        <AccountCorner onSignOut={handleSignOut} />
        <IconButton
          className="header__toggle"
          label="Open menu"
          icon={Menu}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        />
        {menu && (
          <menu.MobileMenu
            open={menuOpen}
            onClose={() => setMenuOpen(false)}
            onSignOut={handleSignOut}
          />
        )}
      </div>
      <MenuWithoutScript />
    </header>
  )
}

function CartLink() {
  const own = useOnPages()
  return (
    <NavLink className="icon-button cart-link" to={pathTo.cart}>
      <ShoppingCart />
      <span className="visually-hidden">Cart</span>
      {own && <own.CartCount />}
    </NavLink>
  )
}

function AccountCorner({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { status, account } = useSession()
  return (
    <div className="account-corner">
      {status === 'loading' && <LoginWithoutScript />}
      {status === 'signed-out' && (
        <ButtonLink to={pathTo.login} variant="ink" size="small">
          Login
        </ButtonLink>
      )}
      {status === 'signed-in' && account && (
        <>
          <Link
            className="avatar"
            to={pathTo.myOrders}
            title={`Signed in as ${account.name}`}
            aria-label={`${initials(account.name)}, your orders`}
          >
            {initials(account.name)}
          </Link>
          <Button variant="quiet" size="small" icon={LogOut} onClick={onSignOut}>
            Logout
          </Button>
        </>
      )}
    </div>
  )
}

/** Opens the dashboard's side menu, which is a drawer below 1180 px. */
export function DrawerToggle() {
  const { pathname } = useLocation()
  const drawer = useDashboardDrawer()
  if (!isAt(pathname, pathTo.dashboard)) return null
  return (
    <div className="wrap drawer-toggle">
      <Button
        size="small"
        icon={PanelLeft}
        aria-expanded={drawer.open}
        aria-controls={drawer.id}
        onClick={drawer.toggle}
      >
        Dashboard menu
      </Button>
    </div>
  )
}
