import '../../../cart.css'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { shop } from '#contract/shop.ts'
import { catalogueLink } from '#web/content/shop.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { RefusalNotice } from '#web/domain/orders/refusal-notice.tsx'
import { useTaxes } from '#web/domain/orders/use-taxes.ts'
import { type AskBefore, useMisfitQuestion } from '#web/domain/vehicles/misfit-question.tsx'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NeedsScript } from '#web/ui/feedback/needs-script.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { OpenOrderNotice } from '../attempts/open-order-notice.tsx'
import { PlacedOrder } from '../place/placed-order.tsx'
import { AddByNumber } from './add-by-number.tsx'
import { CartLines } from './cart-lines.tsx'
import { priceChanges } from './cart-state.ts'
import { CartNews, CartSummary } from './cart-summary.tsx'
import { GoneLines } from './gone-lines.tsx'
import { fixed, partsText, problemNews, verdictOn } from './line-texts.ts'
import { OrderedMeanwhile } from '../attempts/ordered-meanwhile.tsx'
import { SavedLists } from './saved-lists.tsx'
import { SessionEnded } from './session-ended.tsx'
import { useCart } from './use-cart.ts'
import { type OrderedMeanwhile as Meanwhile, usePlaceCart } from './use-place-cart.ts'
import { useShownLines } from './use-shown-lines.ts'

/** The parts that a buyer gathers, and the order of all of them. */
export function CartPage() {
  const cart = useCart()
  const placing = usePlaceCart(cart)
  const misfit = useMisfitQuestion()
  const { open } = placing
  // While the outcome of an order is not known, the cart stays as it was: the shop may have taken the lines out.
  const lines = open ? cart.lines && open.lines : cart.lines
  const { error } = cart

  const orderAgain = (meanwhile: Meanwhile) =>
    misfit.askBefore(meanwhile.shown.lines, () => placing.orderAgain(meanwhile))

  return (
    <div className="wrap page page--tall stack stack--wide cart">
      <title>Cart-Auto Parts</title>
      <meta name="robots" content="noindex" />
      <h1>Cart</h1>
      <NeedsScript what="The cart" />
      {placing.placed && <PlacedOrder key={placing.placed.id} placed={placing.placed} />}
      {placing.meanwhile && (
        <OrderedMeanwhile
          key={placing.meanwhile.orders[0]?._id}
          orders={placing.meanwhile.orders}
          total={placing.meanwhile.shown.total}
          busy={placing.isPlacing}
          onOrderAgain={() => placing.meanwhile && orderAgain(placing.meanwhile)}
        >
          These parts were ordered a moment ago from another device.
        </OrderedMeanwhile>
      )}
      {open && !placing.refusal && <OpenOrderNotice open={open} onRepeat={placing.repeat} />}
      {lines?.length === 0 && <RefusalNotice refusal={placing.refusal} />}
      {cart.hasEnded && <SessionEnded />}
      <MergeFailed cart={cart} />
      <AddByNumber />
      {lines ? (
        // The lines of one cart are not gone when another takes its place.
        <Content
          key={String(cart.isSignedIn)}
          cart={cart}
          lines={lines}
          placing={placing}
          askBefore={misfit.askBefore}
        />
      ) : error ? (
        <FailedState title="The cart could not be loaded" heading="h2" onRetry={cart.refetch}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <CartSkeleton />
      )}
      {cart.isSignedIn && lines && <SavedLists lines={lines} onFilled={cart.refetch} />}
      {misfit.dialog}
    </div>
  )
}

type ContentProps = {
  cart: ReturnType<typeof useCart>
  lines: readonly CartLine[]
  placing: ReturnType<typeof usePlaceCart>
  /** Asks before parts are ordered that do not fit the car. */
  askBefore: AskBefore
}

function Content({ cart, lines, placing, askBefore }: ContentProps) {
  const { data: settings } = useQuery(read(shop.config, {}))
  const charges = { shippingCost: settings?.shippingCost ?? 0, taxes: useTaxes() }
  const { shown, gone, remember, restore } = useShownLines(lines)
  const [news, setNews] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const wrong = lines.filter(verdictOn)

  async function change(changed: readonly CartLine[]) {
    if (placing.open && !(await placing.isUnplaced())) return
    const gone = changed.filter(({ quantity }) => quantity === 0)
    remember(lines.filter(({ product }) => gone.some((line) => line.product === product)))
    cart.change(changed)
    if (gone.length > 0) {
      setNews(`${gone.length === 1 ? gone[0]?.name : partsText(gone.length)} removed from the cart`)
    } else setNews(changed.flatMap(problemNews).join(' '))
  }

  /** The notice with the pressed button goes. */
  function answer(notice: () => void) {
    notice()
    list.current?.focus()
  }

  async function undo(line: CartLine) {
    if (placing.open && !(await placing.isUnplaced())) return
    restore(line)
    cart.change([line])
    setNews(`${line.name} is in the cart again`)
  }

  // What became of the lines of an order is said by its own notice.
  const isAnswered = placing.placed || placing.meanwhile || placing.refusal || placing.open
  const goneLines = !isAnswered && <GoneLines lines={gone} isSignedIn={cart.isSignedIn} />

  if (shown.length === 0) {
    return placing.placed ? null : (
      <>
        {goneLines}
        <EmptyState
          title="Your cart is empty"
          heading="h2"
          actions={
            <>
              <ButtonLink to={pathTo.catalogue} variant="primary">
                {catalogueLink}
              </ButtonLink>
              <ButtonLink to={pathTo.quickOrder}>Quick order</ButtonLink>
            </>
          }
        >
          Parts you add are kept here until you order them.
        </EmptyState>
      </>
    )
  }
  return (
    <div className="cart__columns">
      <div className="stack">
        <output className="visually-hidden">{news}</output>
        {goneLines}
        <ChangeFailed problem={cart.problem} />
        <CartNews
          wrong={wrong}
          changed={priceChanges(lines)}
          notice={notice}
          onPutRight={() => answer(() => void change(wrong.map(fixed)))}
          onAccept={() => answer(() => cart.accept(priceChanges(lines)))}
        />
        <CartLines
          lines={lines}
          shown={shown}
          charges={charges}
          list={list}
          onChange={(line) => void change([line])}
          onRemove={(line) => void change([{ ...line, quantity: 0 }])}
          onUndo={(line) => void undo(line)}
        />
      </div>
      {lines.length > 0 && (
        <CartSummary
          lines={lines}
          charges={charges}
          placing={placing}
          askBefore={askBefore}
          isSignedIn={cart.isSignedIn}
          onRefuse={wrong.length > 0 ? () => notice.current?.focus() : undefined}
        />
      )}
    </div>
  )
}

function ChangeFailed({ problem }: { problem: unknown }) {
  if (problem === undefined) return null
  return (
    <Notice tone="danger" icon={CircleAlert} role="alert">
      The last change was not saved. {sentenceFor(problem)}
    </Notice>
  )
}

/** Parts from before the sign-in that could not join the cart of the account. */
function MergeFailed({ cart }: Pick<ContentProps, 'cart'>) {
  if (cart.mergeError === undefined) return null
  return (
    <Notice tone="warn" icon={CircleAlert} role="alert">
      <p>
        The parts that you chose before you logged in are not in this cart yet.{' '}
        {sentenceFor(cart.mergeError)}
      </p>
      <div className="cluster">
        <Button size="small" onClick={cart.retryMerge}>
          Try again
        </Button>
        <Button size="small" variant="quiet" onClick={cart.discardUnmerged}>
          Discard them
        </Button>
      </div>
    </Notice>
  )
}

function CartSkeleton() {
  return (
    <div className="stack" aria-hidden="true">
      <Skeleton shape="title" width="three-quarters" />
      <Skeleton shape="title" width="half" />
      <Skeleton shape="button" width="third" />
    </div>
  )
}
