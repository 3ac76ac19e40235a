import type { ProblemCode } from '#contract/shared/problem.ts'

/** Who is let in: anyone, the holder of an ID token, a signed-in account, an admin. */
type Door = 'public' | 'identity' | 'customer' | 'admin'

/** What the call is about: an object of the caller's own, of somebody else's, or one that is not there. */
export const owners = ['own', 'other', 'missing'] as const
export type Owner = (typeof owners)[number]

export type ObjectKind =
  | 'account'
  | 'product'
  | 'unpaid order'
  | 'paid order'
  | 'order whose payment has arrived'
  | 'contact message'
  | 'checked import'
  | 'applied import'
  | 'subscription'
  | 'review'

export type Outcome = 'ok' | ProblemCode

/** What comes of a call behind its door. */
export type Outcomes = Readonly<Record<Owner, Outcome>>

/** Another's object answers exactly like a missing one. */
const ownOnly = { own: 'ok', other: 'not-found', missing: 'not-found' } as const
/** Another's address is refused, whether there is such an account or not. */
const ownAddressOnly = { own: 'ok', other: 'forbidden', missing: 'forbidden' } as const
const whateverExists = { own: 'ok', other: 'ok', missing: 'not-found' } as const
/** Right in itself, but not in the state that the object is in. */
const refused = (code: ProblemCode, others: Outcomes = ownOnly): Outcomes => ({
  own: code,
  other: others.other === 'ok' ? code : others.other,
  missing: others.missing,
})

export interface Rule {
  /** Method and path below /api, as the contract writes it. */
  call: string
  door: Door
  /** What stands in the path, the query or the body; a call without an object has one case only. */
  object?: ObjectKind
  customer: Outcomes
  admin: Outcomes
}

const always: Outcomes = { own: 'ok', other: 'ok', missing: 'ok' }
const never: Outcomes = { own: 'forbidden', other: 'forbidden', missing: 'forbidden' }

const forAnyone = (call: string): Rule => ({
  call,
  door: 'public',
  customer: always,
  admin: always,
})
const forCustomers = (call: string): Rule => ({ ...forAnyone(call), door: 'customer' })
const forAdmins = (call: string): Rule => ({ ...forAnyone(call), door: 'admin', customer: never })

const about = (object: ObjectKind, rule: Rule, customer: Outcomes, admin = customer): Rule => ({
  ...rule,
  object,
  customer,
  admin,
})
const byAdmins = (object: ObjectKind, call: string, admin: Outcomes) =>
  about(object, forAdmins(call), never, admin)

/** Who may make which call on what: one line for each call and each kind of object it is about. */
export const rules: readonly Rule[] = [
  forAnyone('GET /health'),
  forAnyone('GET /health/live'),
  forAnyone('GET /health/ready'),
  forAnyone('GET /config'),
  forAnyone('GET /products'),
  forAnyone('GET /products/found'),
  forAnyone('POST /products/lookup'),
  forAnyone('GET /reviews'),
  about('product', forAnyone('GET /product/{id}'), whateverExists),

  about('account', { ...forAnyone('PUT /user/{email}'), door: 'identity' }, ownAddressOnly),
  about('account', { ...forAnyone('PUT /updateUser/{email}'), door: 'identity' }, ownAddressOnly),
  forCustomers('POST /signOut'),

  about('account', forCustomers('GET /admin/{email}'), ownAddressOnly, always),
  about('account', forCustomers('GET /updatedUser/{email}'), ownAddressOnly, whateverExists),
  about('account', forCustomers('PUT /updatedUser/{email}'), ownAddressOnly),
  forAdmins('GET /user'),
  forAdmins('GET /manage/users/counts'),
  byAdmins('account', 'PUT /user/admin/{email}', whateverExists),
  byAdmins('account', 'PUT /user/deactivate/{email}', whateverExists),
  byAdmins('account', 'PUT /user/customer/{email}', whateverExists),
  byAdmins('account', 'PUT /user/reactivate/{email}', whateverExists),

  forAdmins('GET /manage/actions'),
  forAdmins('GET /manage/actions/count'),

  forAdmins('POST /Products'),
  byAdmins('product', 'DELETE /product/{id}', whateverExists),
  forAdmins('GET /manage/products'),
  forAdmins('GET /manage/products/counts'),
  byAdmins('product', 'GET /manage/product/{id}', whateverExists),
  byAdmins('product', 'PUT /manage/product/{id}', whateverExists),
  byAdmins('product', 'POST /manage/product/{id}/stock', whateverExists),
  byAdmins('product', 'POST /manage/product/{id}/restore', whateverExists),
  forAdmins('GET /manage/products/export'),
  forAdmins('GET /manage/imports'),
  forAdmins('POST /manage/imports'),
  byAdmins('checked import', 'GET /manage/imports/{id}', whateverExists),
  byAdmins('checked import', 'GET /manage/imports/{id}/rows', whateverExists),
  byAdmins('checked import', 'POST /manage/imports/{id}/apply', whateverExists),
  byAdmins(
    'checked import',
    'POST /manage/imports/{id}/undo',
    refused('not-in-this-state', whateverExists),
  ),
  byAdmins('applied import', 'POST /manage/imports/{id}/undo', whateverExists),

  about('product', forCustomers('POST /order'), whateverExists),
  forAdmins('GET /order'),
  about('account', forCustomers('GET /singleOrder'), ownAddressOnly),
  about('account', forCustomers('GET /singleOrder/counts'), ownAddressOnly),
  about('unpaid order', forCustomers('GET /order/{id}'), ownOnly, whateverExists),
  about('paid order', forCustomers('GET /order/{id}'), ownOnly, whateverExists),
  about('unpaid order', forCustomers('DELETE /order/{id}'), ownOnly),
  about('paid order', forCustomers('DELETE /order/{id}'), refused('order-paid')),
  about(
    'unpaid order',
    forCustomers('GET /order/invoice/{id}'),
    refused('not-paid'),
    refused('not-paid', whateverExists),
  ),
  about('paid order', forCustomers('GET /order/invoice/{id}'), ownOnly, whateverExists),
  about('unpaid order', forCustomers('PUT /order/delivery/{id}'), ownOnly),
  byAdmins('unpaid order', 'PUT /order/shipping/{id}', refused('not-paid', whateverExists)),
  byAdmins('paid order', 'PUT /order/shipping/{id}', whateverExists),

  forCustomers('POST /quickOrder/check'),

  forAdmins('GET /manage/orders/counts'),
  forAdmins('GET /manage/orders/revenue'),
  forAdmins('GET /manage/orders/export'),
  byAdmins('paid order', 'GET /manage/orders/{id}/history', whateverExists),
  byAdmins('unpaid order', 'POST /manage/orders/{id}/refund', refused('not-paid', whateverExists)),
  byAdmins('paid order', 'POST /manage/orders/{id}/refund', whateverExists),

  about('unpaid order', forCustomers('POST /create-payment-intent'), ownOnly),
  about('paid order', forCustomers('POST /create-payment-intent'), refused('already-paid')),
  about('unpaid order', forCustomers('PATCH /order/{id}'), refused('payment-not-accepted')),
  about('order whose payment has arrived', forCustomers('PATCH /order/{id}'), ownOnly),

  forAnyone('POST /contact'),
  forAdmins('GET /contact'),
  byAdmins('contact message', 'PUT /contact/done/{id}', whateverExists),
  forAnyone('POST /newsletter'),
  about('subscription', forAnyone('POST /newsletter/confirm'), whateverExists),
  about('subscription', forAnyone('POST /newsletter/unsubscribe'), always),

  forCustomers('POST /reviews'),
  forCustomers('GET /reviews/bought'),
  forAdmins('GET /manage/reviews'),
  byAdmins('review', 'PUT /manage/reviews/{id}/hide', whateverExists),
  byAdmins('review', 'PUT /manage/reviews/{id}/show', whateverExists),
  forCustomers('POST /images'),
]

/** Outside of the contract: the same answer for everybody, whatever token they bring. */
export const sameForAll: Readonly<Record<string, { example: string; status: number }>> = {
  'GET /api/openapi.json': { example: '/api/openapi.json', status: 200 },
  'GET /api/docs': { example: '/api/docs', status: 200 },
  'GET /api/docs.css': { example: '/api/docs.css', status: 200 },
  'POST /api/webhooks/stripe': { example: '/api/webhooks/stripe', status: 400 },
  'GET /api/auth/*': { example: '/api/auth/token', status: 401 },
  'POST /api/auth/*': { example: '/api/auth/update-user', status: 404 },
  'ALL /api/*': { example: '/api/nothing', status: 404 },
  'POST /newsletter': { example: '/newsletter?end=nobodys', status: 200 },
  'GET /robots.txt': { example: '/robots.txt', status: 200 },
  'GET /sitemap.xml': { example: '/sitemap.xml', status: 200 },
  'GET /manifest.webmanifest': { example: '/manifest.webmanifest', status: 200 },
  'GET /assets/*': { example: '/assets/missing.js', status: 404 },
  'GET /parts/*': { example: '/parts/missing.svg', status: 404 },
  'GET /images/{name}': { example: '/images/missing.webp', status: 404 },
  'GET /*': { example: '/dashboard', status: 200 },
}

/** What somebody meets at the identity door, where the address in the path must be the token's own. */
export const atIdentityDoor = {
  nobody: { own: 'unauthenticated', other: 'unauthenticated', missing: 'unauthenticated' },
  'vouched for': ownAddressOnly,
  closed: { own: 'forbidden', other: 'forbidden', missing: 'forbidden' },
  'signed out': { own: 'unauthenticated', other: 'forbidden', missing: 'forbidden' },
} as const satisfies Record<string, Outcomes>

const pathsOf = (calls: string[]) =>
  Map.groupBy(
    calls.map((call) => call.split(' ') as [string, string]),
    ([, path]) => path.toLowerCase(),
  )

/** The methods that the addresses of the rules do not take. */
export const otherMethods = [...pathsOf([...new Set(rules.map(({ call }) => call))])].flatMap(
  ([path, calls]) => {
    const taken = calls.map(([method]) => method)
    return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
      .filter((method) => !taken.includes(method))
      .map((method) => `${method} ${path}`)
  },
)
