import { createContext, use, useMemo, useState, type ReactNode } from 'react'

const Drawer = createContext({ id: 'side-menu', open: false, toggle: () => {}, close: () => {} })

/** Shares the open state of the side menu between the header's toggle and the dashboard page. */
export function DashboardDrawer({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const drawer = useMemo(
    () => ({
      id: 'side-menu',
      open,
      toggle: () => setOpen((wasOpen) => !wasOpen),
      close: () => setOpen(false),
    }),
    [open],
  )
  return <Drawer value={drawer}>{children}</Drawer>
}

export const useDashboardDrawer = () => use(Drawer)
