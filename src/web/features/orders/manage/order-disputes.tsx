import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { type Dispute, manageOrders } from '#contract/orders/manage-orders.ts'
import type { DisputeState } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { read } from '#web/lib/api/api.ts'
import { dateTime, day } from '#web/lib/format/clock.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { labelOf } from '#contract/shared/open-enum.ts'

const states: Record<DisputeState, string> = {
  inquiry: 'The bank has asked about the payment',
  open: 'Disputed: the bank has withdrawn the money',
  won: 'Closed in the shop’s favour',
  lost: 'Lost: the bank kept the money',
}

/** The disputes of an order, with what an admin has to do. */
export function OrderDisputes({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(manageOrders.disputes, { params: { id } }))
  return (
    <>
      <h3>Dispute</h3>
      {data ? (
        data.map((dispute) => <DisputeFacts key={dispute.id} dispute={dispute} />)
      ) : error ? (
        <FailedState heading="h3" title="The dispute could not be loaded" onRetry={refetch}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { id, reason, amount, history } = dispute
  return (
    <>
      <NextStep dispute={dispute} />
      <dl className="details">
        <dt>Disputed</dt>
        <dd>{dollars(amount)}</dd>
        <dt>Reason</dt>
        <dd>{reason.replaceAll('_', ' ')}</dd>
        <dt>Dispute</dt>
        <dd className="mono" translate="no">
          {id}
        </dd>
      </dl>
      <ol className="history">
        {history.map(({ state, at }) => (
          <li key={`${state} ${at}`}>
            <b>{labelOf(states, state)}</b>
            <small>
              <time dateTime={at}>{dateTime(at)}</time>
            </small>
          </li>
        ))}
      </ol>
    </>
  )
}

function NextStep({ dispute: { state, dueBy } }: { dispute: Dispute }) {
  if (state === 'won' || state === 'lost') return null
  return (
    <Notice tone={state === 'open' ? 'danger' : 'warn'} icon={ShieldAlert}>
      Answer in the card provider’s dashboard{dueBy && ` until ${day(dueBy)}`}. The order cannot be
      shipped before the verdict
      {state === 'open' ? ', nor refunded.' : '. A full refund ends the inquiry.'}
    </Notice>
  )
}
