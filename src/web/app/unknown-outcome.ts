/** What a page that breaks after a press can say about it. */
export interface UnknownOutcome {
  sentence: string
  /** Whether My Order has the answer. */
  isInMyOrder: boolean
}

const ofOrder: UnknownOutcome = {
  sentence: 'We can’t tell whether your order was placed. Look at My Order first.',
  isInMyOrder: true,
}

const ofPayment: UnknownOutcome = {
  sentence: 'We can’t tell whether your payment was made. Look at My Order before you pay again.',
  isInMyOrder: true,
}

const ofOther: UnknownOutcome = {
  sentence: 'We can’t tell whether your last change was saved. Look before you repeat it.',
  isInMyOrder: false,
}

/** The most important first: an order from the cart changes the cart as well. */
const important = new Map([
  ['card', ofPayment],
  ['PATCH /order/{id}', ofPayment],
  ['POST /order', ofOrder],
  ['POST /quickOrder/place', ofOrder],
])

/** Calls that a page sends on its own, and those that only read. */
const harmless = new Set([
  'POST /cart/lines',
  'POST /cart/parts',
  'POST /create-payment-intent',
  'POST /products/lookup',
  'POST /quickOrder/check',
  'PUT /garage',
])

/** The names that the outcomes depend on. */
export const calls: readonly string[] = [...important.keys(), ...harmless]

/** The unknown outcome of these changes, by their names; undefined if the buyer has made none. */
export function unknownOutcome(changes: readonly string[]): UnknownOutcome | undefined {
  const [, first] = [...important].find(([name]) => changes.includes(name)) ?? []
  return first ?? (changes.every((name) => harmless.has(name)) ? undefined : ofOther)
}
