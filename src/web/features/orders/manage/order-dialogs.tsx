import type { Dispatch, SetStateAction } from 'react'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import type { Order } from '#contract/orders/orders.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import type { RefundActions } from '../refunds/refund-panel.tsx'
import { MissingAddressDialog } from './missing-address-dialog.tsx'
import { OrderDetails } from './order-details.tsx'
import { useOrderChanges } from './use-order-changes.ts'
import { isKnown } from '#contract/shared/open-enum.ts'

type Shows = 'details' | 'missing-address'

/** An open dialog: the details of an order, or the question before it is shipped without an address. */
export type OpenDialog = { shows: Shows; order: Order }

type OrderDialogsProps = {
  open: OpenDialog | undefined
  setOpen: Dispatch<SetStateAction<OpenDialog | undefined>>
  /** Asks about a missing address first. */
  onShip: (order: Order) => Promise<void>
  onShipWithoutAddress: (order: Order) => Promise<unknown>
  onProblem: (problem: string) => void
}

export function OrderDialogs(props: OrderDialogsProps) {
  const { open, setOpen, onShip, onShipWithoutAddress, onProblem } = props
  const { track, askForAddress, refund, refundPart, invalidateTotals } = useOrderChanges()
  const orderOf = (shows: Shows) => (open?.shows === shows ? open.order : undefined)
  // A closed dialog reports it later, when the other one may be open.
  const close = (shows: Shows) => setOpen((now) => (now?.shows === shows ? undefined : now))
  /** The admin may have closed it while the order was changed. */
  const show = (shows: Shows, order: Order) =>
    setOpen((now) => (now?.shows === shows && now.order._id === order._id ? { shows, order } : now))

  async function askCustomer(order: Order) {
    try {
      show('missing-address', await askForAddress(order))
    } catch (error) {
      close('missing-address')
      onProblem(`The customer was not asked for the address. ${sentenceFor(error)}`)
    }
  }

  const refundOrder: RefundActions['onRefund'] = async (order, reason, amount) => {
    await refund(order, reason)
    close('details')
    toast.success(`${dollars(amount)} refunded on order ${shortId(order._id)}`)
    void invalidateTotals()
  }

  const refundPartOf: RefundActions['onRefundPart'] = async (order, body, attempt) => {
    const state = await refundPart(order, body, attempt.idempotencyKey)
    close('details')
    const code = shortId(order._id)
    if (state === 'made') toast.success(`${dollars(attempt.amount)} refunded on order ${code}`)
    else if (isKnown(refundProblems, state)) onProblem(refundProblems[state](code))
    else onProblem(`The refund of order ${code}: ${state}`)
    void invalidateTotals()
  }

  return (
    <>
      <OrderDetails
        order={orderOf('details')}
        onClose={() => close('details')}
        onRefund={refundOrder}
        onRefundPart={refundPartOf}
        onTrack={async (order, tracking) => {
          show('details', await track(order, tracking))
          void invalidateTotals()
        }}
        onShip={(order) => {
          close('details')
          void onShip(order)
        }}
      />
      <MissingAddressDialog
        order={orderOf('missing-address')}
        onClose={() => close('missing-address')}
        onAsk={askCustomer}
        onShip={(order) => void onShipWithoutAddress(order)}
      />
    </>
  )
}

const refundProblems = {
  due: (code: string) =>
    `The card provider cannot be reached. The refund of order ${code} is recorded and will be made once the provider responds.`,
  refused: (code: string) =>
    `Order ${code} was not refunded: the card provider has less of its payment left. Open its refunds again.`,
} as const
