import { catalogueLink, mobileNavigation } from '#web/content/shop.ts'
import { HeaderSearch } from '#web/features/products/search/header-search.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { NavLink } from '#web/lib/router/link.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'

type MobileMenuProps = {
  open: boolean
  onClose: () => void
  onSignOut: () => Promise<void>
}

/** The first focus in the dialog: not the search, whose keyboard would cover the menu. */
const focusFirst = (link: HTMLElement | null) => link?.setAttribute('autofocus', '')

export function MobileMenu({ open, onClose, onSignOut }: MobileMenuProps) {
  const { status } = useSession()
  return (
    <Dialog className="mobile-menu" title="Menu" open={open} onClose={onClose} lightDismiss>
      <HeaderSearch onLeave={onClose} />
      <NavLink
        className="mobile-menu__catalogue"
        to={pathTo.catalogue}
        ref={focusFirst}
        onClick={onClose}
      >
        {catalogueLink}
      </NavLink>
      <NavLink className="mobile-menu__catalogue" to={pathTo.cart} onClick={onClose}>
        Cart
      </NavLink>
      <nav aria-label="Menu">
        {mobileNavigation.map(({ text, to }) => (
          <NavLink key={to} to={to} end={to === pathTo.home} onClick={onClose}>
            {text}
          </NavLink>
        ))}
        {status === 'signed-in' && (
          <NavLink to={pathTo.dashboard} onClick={onClose}>
            Dashboard
          </NavLink>
        )}
      </nav>
      <div className="mobile-menu__account">
        {status === 'signed-in' && (
          <Button block onClick={onSignOut}>
            Logout
          </Button>
        )}
        {status === 'signed-out' && (
          <ButtonLink to={pathTo.login} variant="ink" block onClick={onClose}>
            Login
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}
