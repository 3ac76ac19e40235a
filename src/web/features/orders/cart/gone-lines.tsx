import { CircleAlert } from 'lucide-react'
import type { CartLine } from '#contract/cart/cart.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** Names as many lines as can be read at a glance. */
const namedMax = 3

type GoneLinesProps = {
  lines: readonly CartLine[]
  isSignedIn: boolean
}

/** Names the lines that an order, another tab or another device has taken out of the cart since the page showed them. */
export function GoneLines({ lines, isSignedIn }: GoneLinesProps) {
  if (lines.length === 0) return null
  const names = lines.slice(0, namedMax).map(({ name }) => name)
  const more = lines.length - names.length
  return (
    <Notice tone="warn" icon={CircleAlert} role="alert">
      {names.join(', ')}
      {more > 0 && ` and ${more} more`}
      {lines.length === 1 ? ' was' : ' were'} ordered or removed in another tab or on another
      device.
      {isSignedIn && (
        <>
          {' '}
          <Link to={pathTo.myOrders}>My Order</Link>
        </>
      )}
    </Notice>
  )
}
