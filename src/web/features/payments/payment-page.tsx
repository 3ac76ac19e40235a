import { useQuery } from '@tanstack/react-query'
import { orders } from '#contract/orders/orders.ts'
import { read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ConfirmingPanel } from './confirming-panel.tsx'
import { PayPanel } from './pay-panel.tsx'
import { PaidPanel, RefundedPanel } from './settled-panels.tsx'
import { useReportPayment } from './use-report-payment.ts'

export function PaymentPage() {
  const { id = '' } = useParams()
  return (
    <>
      <DashboardHead page="Payment" />
      <OrderPayment key={id} id={id} />
    </>
  )
}

function OrderPayment({ id }: { id: string }) {
  const { data: order, error, refetch } = useQuery(read(orders.one, { params: { id } }))
  const { reportedId, report } = useReportPayment(id)

  if (order?.paid) return <PaidPanel order={order} isNew={reportedId !== undefined} />
  if (order?.status === 'refunded') return <RefundedPanel order={order} />
  if (reportedId) return <ConfirmingPanel id={id} transactionId={reportedId} />
  if (isProblem(error, 'not-found')) return <UnknownOrder />
  if (order) return <PayPanel order={order} onMade={report} reloadOrder={refetch} />
  if (error) {
    return (
      <FailedState heading="h2" title="This order could not be loaded" onRetry={() => refetch()}>
        {sentenceFor(error)}
      </FailedState>
    )
  }
  return (
    <div className="panel payment stack" aria-hidden="true">
      <Skeleton shape="title" />
      <Skeleton shape="button" />
      <Skeleton shape="button" />
    </div>
  )
}

function UnknownOrder() {
  return (
    <EmptyState
      heading="h2"
      title="There is no such order"
      actions={
        <ButtonLink to={pathTo.myOrders} variant="primary">
          My Order
        </ButtonLink>
      }
    >
      It was deleted, or it belongs to another account.
    </EmptyState>
  )
}
