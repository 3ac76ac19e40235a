import { type NewOrder, orders } from '#contract/orders/orders.ts'
import { type NewOrderFromCart, quickOrder } from '#contract/quick-order.ts'
import { call } from '#web/lib/api/api.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { type Attempt, forgetAttempt, readAttempt, writeAttempt } from '#web/lib/forms/attempts.ts'
import { ApiError, sentenceFor } from '#web/lib/http/problems.ts'

/** What a page showed of an order. */
export interface Shown {
  /** The ordered parts, such as '20 × Door Rubber'. */
  goods: string
  total: number
}

/** The earlier order of a form was placed after all, before the one that was sent now. That was not placed. */
export class PlacedBefore extends Error {
  readonly order: string
  readonly shown: Shown

  constructor(order: string, shown: Shown) {
    super(
      `Your order of ${shown.goods} was placed after all, and nothing else was ordered. Place the order again if you want this one too.`,
    )
    this.name = 'PlacedBefore'
    this.order = order
    this.shown = shown
  }
}

type Order = NewOrder | NewOrderFromCart

interface Placing<Of extends Shown> {
  /** The form. */
  name: string
  order: Order
  shown: Of
}

/**
 * Places an order. Until its outcome is known it keeps its key, and the same order is sent again as it was, even if its
 * price has changed. Before another order is sent, the shop is asked what became of it.
 */
export async function placeOnce<Of extends Shown>({
  name,
  order,
  shown,
}: Placing<Of>): Promise<string> {
  const last = readAttempt(name)
  const isRepeated = last !== undefined && isSame(order, last)
  if (last && !isRepeated) {
    const earlier = await learnOutcome(name)
    if (earlier) throw new PlacedBefore(earlier.order, earlier.shown)
  }
  const attempt = isRepeated
    ? last
    : {
        key: newIdempotencyKey(),
        body: JSON.stringify(order),
        shown: JSON.stringify(shown),
        at: Date.now(),
      }
  return send(name, attempt, isRepeated)
}

/** Sends the open order of a form again. */
export function repeatOrder(name: string): Promise<string> {
  const last = readAttempt(name)
  if (!last) throw new Error('No open order')
  return send(name, last, true)
}

/**
 * Asks the shop what became of the open order of a form: the order if it was placed. If it was not, it never will be. Rejects if the
 * shop cannot be reached.
 */
export async function learnOutcome<Of extends Shown>(
  name: string,
): Promise<{ order: string; shown: Of } | undefined> {
  const last = readAttempt(name)
  if (!last) return undefined
  const { insertedId } = await call(orders.outcome, { body: { key: last.key } })
  forgetAttempt(name, last)
  return insertedId === null ? undefined : { order: insertedId, shown: shownOf<Of>(last) }
}

/** What the page showed of an order. */
export const shownOf = <Of extends Shown>({ shown }: Attempt) => JSON.parse(shown) as Of

async function send(name: string, attempt: Attempt, isRepeated: boolean): Promise<string> {
  writeAttempt(name, attempt)
  const { key } = attempt
  try {
    const body = JSON.parse(attempt.body) as Order
    const { insertedId } =
      'lines' in body
        ? await call(quickOrder.place, { body }, { idempotencyKey: key })
        : await call(orders.place, { body }, { idempotencyKey: key })
    forgetAttempt(name, attempt)
    return insertedId
  } catch (error) {
    if (isAnswered(error)) return settle(name, attempt, error, isRepeated)
    // Not read: the order is as open as before.
    if (isUnread(error) && !isRepeated) forgetAttempt(name, attempt)
    throw error
  }
}

/** After a refusal. The first request of a repeated one may still be on its way: its key is used up. */
async function settle(
  name: string,
  attempt: Attempt,
  refusal: unknown,
  isRepeated: boolean,
): Promise<string> {
  const earlier = isRepeated ? await learnOutcome(name).catch(() => undefined) : undefined
  if (earlier) return earlier.order
  if (!isRepeated) forgetAttempt(name, attempt)
  throw refusal
}

const unread = [401, 403, 408, 413, 429]

const isUnread = (error: unknown) => error instanceof ApiError && unread.includes(error.status)

/** Whether the shop has answered that it placed no order. */
const isAnswered = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && !isUnread(error)

/** Whether an order may have been placed although the call failed. */
export const isOutcomeUnknown = (error: unknown) =>
  !isAnswered(error) && !isUnread(error) && !(error instanceof PlacedBefore)

/** What a page says after such a call. */
export const lostAnswerSentence = (error: unknown) =>
  `${sentenceFor(error)} If the order went through, it is in My Order. Trying again won’t place it twice.`

/** Whether an order is the open one but for its price, and for the other orders that it names. */
const isSame = (order: Order, { body }: Attempt) =>
  goodsOf(order) === goodsOf(JSON.parse(body) as Order)

const goodsOf = (order: Order) =>
  JSON.stringify({ ...order, price: undefined, again: undefined, list: undefined })
