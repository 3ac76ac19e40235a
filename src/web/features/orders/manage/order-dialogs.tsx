import type { Dispatch, SetStateAction } from 'react'
import { shortId } from '#contract/formats/formatting.ts'
import type { Order } from '#contract/orders.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { MissingAddressDialog } from './missing-address-dialog.tsx'
import { OrderDetails } from './order-details.tsx'
import { useOrderChanges } from './use-order-changes.ts'

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

  async function refundOrder(order: Order, reason: string) {
    await refund(order, reason)
    close('details')
    toast.success(`Order ${shortId(order._id)} is refunded`)
    void invalidateTotals()
  }

  async function refundPartOf(...wanted: Parameters<typeof refundPart>) {
    const state = await refundPart(...wanted)
    close('details')
    const [order] = wanted
    const code = shortId(order._id)
    if (state === 'made') toast.success(`A part of order ${code} is refunded`)
    else onProblem(refundProblems[state](code))
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
    `The card provider cannot be reached. The refund of order ${code} is recorded, and will be made as soon as it can.`,
  refused: (code: string) =>
    `Order ${code} was not refunded: less of its payment is left at the card provider. Open its refunds again.`,
} as const
