import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { groupDigits, shortId, unitsText } from '#contract/formats/formatting.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { type PickList } from '#contract/orders/pick-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { read } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'

/** The parts of all orders to ship, to print and to tick off. */
export function PickListPage() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(read(manageOrders.pickList, {}))
  return (
    <>
      <DashboardHead page="Pick List">
        {data && data.orders > 0 && (
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        )}
        <ButtonLink to={`${pathTo.manageOrders}?tab=to-ship`}>Manage All Orders</ButtonLink>
      </DashboardHead>
      {data ? (
        data.orders > 0 ? (
          <Picks list={data} at={new Date(dataUpdatedAt).toISOString()} />
        ) : (
          <EmptyState heading="h2" title="Nothing to ship">
            The parts of paid orders appear here until they are shipped.
          </EmptyState>
        )
      ) : error ? (
        <FailedState heading="h2" title="The pick list could not be loaded" onRetry={refetch}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

function Picks({ list: { orders, isCapped, parts }, at }: { list: PickList; at: string }) {
  const units = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="invoice">
      <div className="invoice__head">
        <p>
          <b>{orders === 1 ? '1 order to ship' : `${groupDigits(orders)} orders to ship`}</b>
          <br />
          {parts.length === 1 ? '1 part' : `${groupDigits(parts.length)} parts`}, {unitsText(units)}
          {isCapped && ' of the oldest orders. Ship them, then print the next list.'}
        </p>
        <p className="invoice__end">
          <time dateTime={at}>{dateTime(at)}</time>
        </p>
      </div>
      <table className="pick-list">
        <thead>
          <tr>
            <th scope="col">Part no.</th>
            <th scope="col">Product</th>
            <th scope="col">Quantity</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.product}>
              <td className="mono" translate="no">
                {part.partNumber}
              </td>
              <th scope="row">{part.name}</th>
              <td>
                <b>{groupDigits(part.quantity)}</b>
              </td>
              <td>
                <ul>
                  {part.orders.map(({ order, quantity, reference }) => (
                    <li key={order}>
                      {groupDigits(quantity)} for{' '}
                      <span className="mono" translate="no">
                        {shortId(order)}
                      </span>
                      {reference && `, ${reference}`}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
