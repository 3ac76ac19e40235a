import {
  Boxes,
  Building2,
  Car,
  ChartColumn,
  CircleHelp,
  CirclePlus,
  Inbox,
  Languages,
  type LucideIcon,
  MessageSquareQuote,
  Package,
  SearchX,
  Star,
  Tags,
  Truck,
  Users,
} from 'lucide-react'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { initials } from '#web/lib/format/format.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { NavLink } from '#web/lib/router/link.tsx'
import { Outlet } from '#web/lib/router/router-view.tsx'
import { useAccount } from '#web/lib/session/session.tsx'
import { isContactEnabled } from '#web/domain/contact-enabled.ts'
import { useDashboardDrawer } from './dashboard-drawer.tsx'
import { useIsAdmin } from '../guards/require-admin.tsx'

interface Entry {
  text: string
  to: string
  icon: LucideIcon
}

const customerEntries: readonly Entry[] = [
  { text: specifiedDashboard.addReview, to: pathTo.addReview, icon: Star },
  { text: specifiedDashboard.ownOrders, to: pathTo.myOrders, icon: Package },
]

const adminEntries: readonly Entry[] = [
  { text: specifiedDashboard.users, to: pathTo.users, icon: Users },
  { text: specifiedDashboard.addProduct, to: pathTo.addProduct, icon: CirclePlus },
  { text: specifiedDashboard.products, to: pathTo.manageProducts, icon: Boxes },
  { text: specifiedDashboard.orders, to: pathTo.manageOrders, icon: Truck },
]

const tradeEntries: readonly Entry[] = [
  { text: 'Trade accounts', to: pathTo.tradeAccounts, icon: Building2 },
  { text: 'Price lists', to: pathTo.priceLists, icon: Tags },
  { text: 'Trade sales', to: pathTo.tradeSales, icon: ChartColumn },
]

const carEntries: readonly Entry[] = [
  { text: 'Vehicles', to: pathTo.vehicles, icon: Car },
  { text: 'Missing cars', to: pathTo.vehicleWishes, icon: CircleHelp },
]

/** Entries beyond the specification have a group of their own. */
const moreEntries: readonly Entry[] = [
  { text: 'Manage Reviews', to: pathTo.manageReviews, icon: MessageSquareQuote },
]

const searchEntries: readonly Entry[] = [
  { text: 'Synonyms', to: pathTo.synonyms, icon: Languages },
  { text: 'Missed searches', to: pathTo.missedSearches, icon: SearchX },
]

const inboxEntry: Entry = { text: 'Inbox', to: pathTo.inbox, icon: Inbox }

/** The dashboard's pages beside the side menu, which is a drawer on narrow screens. */
export function DashboardLayout() {
  return (
    <div className="wrap dashboard">
      <SideMenu />
      <div>
        <Outlet />
      </div>
    </div>
  )
}

function SideMenu() {
  const { id, open, close } = useDashboardDrawer()
  const { name, email } = useAccount()
  const { data } = useIsAdmin()
  return (
    <nav className="side-menu" id={id} data-open={open} aria-label="Dashboard">
      <NavLink className="side-menu__person" to={pathTo.dashboard} end onClick={close}>
        <span className="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <span title={email} translate="no">
          <b>{name}</b>
          {email}
        </span>
      </NavLink>
      <MenuGroup title="Customer" entries={customerEntries} onLeave={close} />
      {data?.admin && (
        <>
          <MenuGroup title="Admin" entries={adminEntries} onLeave={close} />
          <MenuGroup title="Trade" entries={tradeEntries} onLeave={close} />
          <MenuGroup title="Cars" entries={carEntries} onLeave={close} />
          <MenuGroup title="Search" entries={searchEntries} onLeave={close} />
          <MenuGroup
            title="Feedback"
            entries={isContactEnabled() ? [...moreEntries, inboxEntry] : moreEntries}
            onLeave={close}
          />
        </>
      )}
    </nav>
  )
}

interface MenuGroupProps {
  title: string
  entries: readonly Entry[]
  onLeave: () => void
}

function MenuGroup({ title, entries, onLeave }: MenuGroupProps) {
  return (
    <>
      <h2>{title}</h2>
      {entries.map(({ text, to, icon: Icon }) => (
        <NavLink key={to} to={to} onClick={onLeave}>
          <Icon />
          {text}
        </NavLink>
      ))}
    </>
  )
}
