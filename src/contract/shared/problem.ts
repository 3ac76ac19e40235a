/** What may be wrong with any call; an answer that says no more than its status is one of these. */
export const generalProblems = {
  unreadable: { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Sign in to do this' },
  forbidden: { status: 403, title: 'This is not allowed for your account' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'too-large': { status: 413, title: 'That is too large' },
  'too-many': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'This is not available at the moment' },
} as const

/** Every way a call can be refused: the HTTP status and the sentence that stands in `title`. */
export const problems = {
  ...generalProblems,
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'insufficient-stock': { status: 409, title: 'There are not enough units left' },
  'too-many-unpaid': { status: 409, title: 'Too many of your orders wait to be paid' },
  'price-changed': { status: 409, title: 'The price has changed' },
  'ambiguous-order': { status: 409, title: 'More than one order fits' },
  'already-paid': { status: 409, title: 'This order is already paid' },
  'order-paid': { status: 409, title: 'A paid order stays as it is' },
  'payment-not-accepted': { status: 409, title: 'This payment does not pay this order' },
  'not-paid': { status: 409, title: 'This order is not paid yet' },
  duplicate: { status: 409, title: 'This exists already' },
  'changed-meanwhile': { status: 409, title: 'Somebody else has changed this meanwhile' },
  'not-in-this-state': { status: 409, title: 'This cannot be done any more, or not yet' },
  'last-admin': { status: 409, title: 'The last admin stays an admin' },
  'email-not-verified': { status: 409, title: 'The e-mail address is not verified yet' },
  'unsupported-media': { status: 415, title: 'That kind of content is not taken here' },
  invalid: { status: 422, title: 'Something in the request is not right' },
  'key-reused': { status: 422, title: 'This Idempotency-Key was used for another request' },
} as const

export type ProblemCode = keyof typeof problems
