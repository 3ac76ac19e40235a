import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** What the customer can do about too many unpaid orders: pay or delete some. */
export const ReservationHelp = () => (
  <div className="reservation-help">
    <ButtonLink to={pathTo.myOrders} size="small">
      My Order
    </ButtonLink>
  </div>
)
