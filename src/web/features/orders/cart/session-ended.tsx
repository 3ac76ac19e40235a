import { CircleAlert } from 'lucide-react'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

const toLogin = { from: pathTo.cart, sessionEnded: true }

/** The cart of the browser has taken the place of that of the account, whose lines are still there. */
export const SessionEnded = () => (
  <Notice tone="warn" icon={CircleAlert} role="alert">
    Your session has ended. The cart of your account is kept.{' '}
    <Link to={pathTo.login} state={toLogin}>
      Log in to see it
    </Link>
  </Notice>
)
