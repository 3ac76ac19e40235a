/** Problems that any call can have. A response without a more specific problem uses one of these. */
export const generalProblems = {
  unreadable: { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Sign in to do this' },
  forbidden: { status: 403, title: 'This is not allowed for your account' },
  'not-found': { status: 404, title: 'Not found' },
  'too-large': { status: 413, title: 'The request is too large' },
  'too-many': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const

/** All problem codes with their HTTP status and `title`. */
export const problems = {
  ...generalProblems,
  'sign-in-too-old': { status: 403, title: 'Sign in again to do this' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'insufficient-stock': { status: 409, title: 'Not enough stock left' },
  'too-many-unpaid': { status: 409, title: 'You have too many unpaid orders' },
  'too-many-products': { status: 409, title: 'Your unpaid orders have too many parts' },
  'too-many-alerts': { status: 409, title: 'You have too many back-in-stock alerts' },
  'ordered-meanwhile': {
    status: 409,
    title: 'Some or all of these parts were ordered a moment ago',
  },
  'cart-changed': { status: 409, title: 'The cart has changed' },
  'cart-full': { status: 409, title: 'The cart is full' },
  'too-many-addresses': { status: 409, title: 'You have too many addresses' },
  'too-many-lists': { status: 409, title: 'You have saved too many lists' },
  'too-little': { status: 409, title: 'The order is too small' },
  'price-changed': { status: 409, title: 'The price has changed' },
  'other-taxes': { status: 409, title: 'Different taxes apply to this address' },
  'ambiguous-order': { status: 409, title: 'More than one order matches' },
  'already-paid': { status: 409, title: 'This order is already paid' },
  'order-paid': { status: 409, title: 'Paid orders cannot be changed' },
  'payment-not-accepted': { status: 409, title: 'The payment does not match this order' },
  'not-paid': { status: 409, title: 'This order is not paid yet' },
  'refund-too-high': { status: 409, title: 'This is more than can still be refunded' },
  'payment-disputed': { status: 409, title: 'The payment of this order is disputed' },
  'mail-sent': { status: 409, title: 'The customer has already been emailed' },
  duplicate: { status: 409, title: 'This already exists' },
  'changed-meanwhile': { status: 409, title: 'Someone else has changed this in the meantime' },
  'not-in-this-state': { status: 409, title: 'This is not possible in the current state' },
  'last-admin': { status: 409, title: 'The last admin cannot be removed' },
  'email-not-verified': { status: 409, title: 'The email address is not verified yet' },
  'unsupported-media': { status: 415, title: 'Unsupported content type' },
  invalid: { status: 422, title: 'The request is invalid' },
  'key-reused': { status: 422, title: 'This Idempotency-Key was used for another request' },
} as const

export type ProblemCode = keyof typeof problems
