import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { companyDetails } from '#contract/shared/company-details.ts'
import { type OneOrder, type OrderStatus, orders } from '#contract/orders/orders.ts'
import { read } from '#web/lib/api/api.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { day } from '#web/lib/format/clock.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'

type DocumentPageProps = {
  title: string
  failure: string
  /** Order states that have this document. */
  states: readonly OrderStatus[]
  /** Shown if the order does not exist or has none of these states. */
  none: ReactNode
  /** Buttons beside Print. */
  actions?: (order: OneOrder) => ReactNode
  /** Error of the last action on this page. */
  problem?: string | undefined
  /** The document's content, between header and footer. */
  children: (order: OneOrder) => ReactNode
}

/** A printable document about an order. */
export function DocumentPage(props: DocumentPageProps) {
  const { title, failure, states, none, actions, problem, children } = props
  const { id = '' } = useParams()
  const { data: order, error, refetch } = useQuery(read(orders.one, { params: { id } }))
  const hasPaper = order !== undefined && states.some((state) => state === order.status)
  return (
    <>
      <DashboardHead page={title} problem={problem}>
        {hasPaper && (
          <>
            {actions?.(order)}
            <Button icon={Printer} onClick={() => print()}>
              Print
            </Button>
          </>
        )}
      </DashboardHead>
      {hasPaper ? (
        <div className="invoice">
          <PaperHead order={order} />
          {children(order)}
          <p>{companyDetails.returns}</p>
        </div>
      ) : order || isProblem(error, 'not-found') ? (
        none
      ) : error ? (
        <FailedState heading="h2" title={failure} onRetry={() => refetch()}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

const PaperHead = ({ order: { _id, createdAt, invoice } }: { order: OneOrder }) => (
  <div className="invoice__head">
    <div>
      <span className="logo">
        <LogoMark />
        {invoice?.seller.name ?? companyDetails.name}
      </span>
      <p>{invoice?.seller.address ?? companyDetails.address}</p>
    </div>
    <p className="invoice__end">
      Order{' '}
      <span className="mono" translate="no">
        {shortId(_id)}
      </span>
      <br />
      Order date: <time dateTime={createdAt}>{day(createdAt)}</time>
    </p>
  </div>
)
