import type { ProblemCode } from '#contract/shared/problem.ts'

/** Who is let in: anyone, the holder of an ID token, a signed-in account, an admin. */
type AccessLevel = 'public' | 'identity' | 'customer' | 'admin'

/** Owner of the call's object: the caller, another account, or a missing object. */
export const owners = ['own', 'other', 'missing'] as const
export type Owner = (typeof owners)[number]

export type ObjectKind =
  | 'account'
  | 'product'
  | 'unpaid order'
  | 'paid order'
  | 'order marked as shipped'
  | 'partly refunded order'
  | 'order whose payment has arrived'
  | 'contact message'
  | 'checked import'
  | 'applied import'
  | 'subscription'
  | 'review'
  | 'synonyms'
  | 'saved list'
  | 'price list'
  | 'account on a price list'
  | 'address'
  | 'unpaid order and an address'
  | 'car model'
  | 'product for a car'
  | 'trade request'

export type Outcome = 'ok' | ProblemCode

/** Results of a call that passed the access check. */
export type Outcomes = Readonly<Record<Owner, Outcome>>

/** Another's object gets the same response as a missing one. */
const ownOnly = { own: 'ok', other: 'not-found', missing: 'not-found' } as const
/** Another's address is forbidden, whether the account exists or not. */
const ownAddressOnly = { own: 'ok', other: 'forbidden', missing: 'forbidden' } as const
const anyExisting = { own: 'ok', other: 'ok', missing: 'not-found' } as const
/** A valid call that the state of the object does not allow. */
const refused = (code: ProblemCode, others: Outcomes = ownOnly): Outcomes => ({
  own: code,
  other: others.other === 'ok' ? code : others.other,
  missing: others.missing,
})

export interface Rule {
  /** Method and path below /api, as the contract writes it. */
  call: string
  accessLevel: AccessLevel
  /** The object in path, query or body; a call without an object has one case only. */
  object?: ObjectKind
  customer: Outcomes
  admin: Outcomes
  /** For the customer with an approved trade account, if that differs. */
  trade?: Outcomes
}

const always: Outcomes = { own: 'ok', other: 'ok', missing: 'ok' }
const never: Outcomes = { own: 'forbidden', other: 'forbidden', missing: 'forbidden' }

const forAnyone = (call: string): Rule => ({
  call,
  accessLevel: 'public',
  customer: always,
  admin: always,
})
const forCustomers = (call: string): Rule => ({ ...forAnyone(call), accessLevel: 'customer' })
const forAdmins = (call: string): Rule => ({
  ...forAnyone(call),
  accessLevel: 'admin',
  customer: never,
})

const about = (object: ObjectKind, rule: Rule, customer: Outcomes, admin = customer): Rule => ({
  ...rule,
  object,
  customer,
  admin,
})
const byAdmins = (object: ObjectKind, call: string, admin: Outcomes) =>
  about(object, forAdmins(call), never, admin)

/** The authorisation rules: one line for each call and each kind of object. */
export const rules: readonly Rule[] = [
  forAnyone('GET /health'),
  forAnyone('GET /health/live'),
  forAnyone('GET /health/ready'),
  forAnyone('GET /config'),
  forAnyone('GET /products'),
  forAnyone('GET /products/found'),
  forAnyone('GET /products/related'),
  forAnyone('GET /products/suggestions'),
  about('product', forAnyone('GET /products/page'), anyExisting),
  forAnyone('GET /products/forCar'),
  forAnyone('POST /products/lookup'),
  forAnyone('GET /reviews'),
  about('product', forAnyone('GET /product/{id}'), anyExisting),
  about('car model', forAnyone('GET /fitments/verdicts'), anyExisting),
  about('product', forAnyone('GET /product/{id}/fitments'), anyExisting),
  forCustomers('GET /prices'),
  forCustomers('GET /prices/list'),
  forCustomers('GET /prices/products'),
  forCustomers('GET /prices/found'),

  about('account', { ...forAnyone('PUT /user/{email}'), accessLevel: 'identity' }, ownAddressOnly),
  about(
    'account',
    { ...forAnyone('PUT /updateUser/{email}'), accessLevel: 'identity' },
    ownAddressOnly,
  ),
  forCustomers('POST /signOut'),

  about('account', forCustomers('GET /admin/{email}'), ownAddressOnly, always),
  about('account', forCustomers('GET /updatedUser/{email}'), ownAddressOnly, anyExisting),
  about('account', forCustomers('PUT /updatedUser/{email}'), ownAddressOnly),
  about('account', forCustomers('GET /account/{email}/data'), ownAddressOnly),
  about('account', forCustomers('GET /account/{email}/erasure'), ownAddressOnly),
  about('account', forCustomers('DELETE /account/{email}'), ownAddressOnly),
  about('account', forCustomers('GET /tradeAccount/{email}'), ownAddressOnly),
  about('account', forCustomers('PUT /tradeAccount/{email}'), ownAddressOnly),
  {
    ...about('account', forCustomers('DELETE /tradeAccount/{email}'), ownAddressOnly),
    trade: refused('not-in-this-state', ownAddressOnly),
  },
  forAdmins('GET /manage/tradeAccounts'),
  forAdmins('GET /manage/tradeAccounts/counts'),
  forAdmins('GET /manage/tradeSales'),
  forAdmins('GET /manage/tradeSales/totals'),
  forAdmins('GET /manage/tradeSales/export'),
  byAdmins('trade request', 'PUT /manage/tradeAccounts/{email}', anyExisting),
  forAdmins('GET /user'),
  forAdmins('GET /manage/users/counts'),
  byAdmins('account', 'PUT /user/admin/{email}', anyExisting),
  byAdmins('account', 'PUT /user/deactivate/{email}', anyExisting),
  byAdmins('account', 'PUT /user/customer/{email}', anyExisting),
  byAdmins('account', 'PUT /user/reactivate/{email}', anyExisting),

  forAdmins('GET /manage/auditLog'),
  forAdmins('GET /manage/auditLog/count'),

  forAdmins('POST /Products'),
  byAdmins('product', 'DELETE /product/{id}', anyExisting),
  forAdmins('GET /manage/products'),
  forAdmins('GET /manage/products/counts'),
  byAdmins('product', 'GET /manage/product/{id}', anyExisting),
  byAdmins('product', 'PUT /manage/product/{id}', anyExisting),
  byAdmins('product', 'GET /manage/product/{id}/fitments', anyExisting),
  byAdmins('product', 'GET /manage/product/{id}/numbers', anyExisting),
  byAdmins('product', 'PUT /manage/product/{id}/numbers', anyExisting),
  byAdmins('product for a car', 'PUT /manage/product/{id}/fitments', anyExisting),
  byAdmins('product', 'POST /manage/product/{id}/stock', anyExisting),
  byAdmins('product', 'POST /manage/product/{id}/restore', anyExisting),
  forAdmins('GET /manage/priceLists'),
  forAdmins('POST /manage/priceLists'),
  byAdmins('price list', 'PUT /manage/priceLists/{id}', anyExisting),
  byAdmins('price list', 'DELETE /manage/priceLists/{id}', anyExisting),
  byAdmins('price list', 'GET /manage/priceLists/{id}/prices', anyExisting),
  byAdmins('price list', 'PUT /manage/priceLists/{id}/prices', anyExisting),
  byAdmins('price list', 'GET /manage/priceLists/{id}/accounts', anyExisting),
  byAdmins('account on a price list', 'PUT /manage/priceLists/{id}/accounts/{email}', anyExisting),
  byAdmins(
    'account on a price list',
    'DELETE /manage/priceLists/{id}/accounts/{email}',
    anyExisting,
  ),
  forAdmins('GET /manage/synonyms'),
  forAdmins('POST /manage/synonyms'),
  forAdmins('GET /manage/synonyms/count'),
  byAdmins('synonyms', 'PUT /manage/synonyms/{id}', anyExisting),
  byAdmins('synonyms', 'DELETE /manage/synonyms/{id}', anyExisting),
  forAdmins('GET /manage/missed-searches'),
  forAdmins('GET /manage/products/export'),
  forAdmins('GET /manage/numbers/export'),
  forAdmins('GET /manage/imports'),
  forAdmins('POST /manage/imports'),
  byAdmins('checked import', 'GET /manage/imports/{id}', anyExisting),
  byAdmins('checked import', 'GET /manage/imports/{id}/rows', anyExisting),
  byAdmins('checked import', 'GET /manage/imports/{id}/refused', anyExisting),
  byAdmins('checked import', 'POST /manage/imports/{id}/apply', anyExisting),
  byAdmins(
    'checked import',
    'POST /manage/imports/{id}/undo',
    refused('not-in-this-state', anyExisting),
  ),
  byAdmins('applied import', 'POST /manage/imports/{id}/undo', anyExisting),
  forAdmins('GET /manage/vehicles'),
  forAdmins('GET /manage/vehicles/count'),
  forAdmins('GET /manage/vehicles/wishes'),
  forAdmins('POST /manage/vehicles'),
  byAdmins('car model', 'PUT /manage/vehicles/{make}/{model}', anyExisting),
  forAdmins('GET /manage/fitments/export'),

  about('product', forCustomers('POST /order'), anyExisting),
  about('product', forCustomers('POST /quickOrder/place'), anyExisting),
  forCustomers('POST /order/outcome'),
  forAdmins('GET /order'),
  about('account', forCustomers('GET /singleOrder'), ownAddressOnly),
  about('account', forCustomers('GET /singleOrder/counts'), ownAddressOnly),
  about('unpaid order', forCustomers('GET /order/{id}'), ownOnly, anyExisting),
  about('paid order', forCustomers('GET /order/{id}'), ownOnly, anyExisting),
  about('unpaid order', forCustomers('DELETE /order/{id}'), ownOnly),
  about('paid order', forCustomers('DELETE /order/{id}'), refused('order-paid')),
  about(
    'unpaid order',
    forCustomers('GET /order/invoice/{id}'),
    refused('not-paid'),
    refused('not-paid', anyExisting),
  ),
  about('paid order', forCustomers('GET /order/invoice/{id}'), ownOnly, anyExisting),
  about('partly refunded order', forCustomers('GET /order/creditNote/{id}'), ownOnly, anyExisting),
  about('unpaid order', forCustomers('PUT /order/delivery/{id}'), ownOnly),
  about('unpaid order and an address', forCustomers('PUT /order/deliveryAddress/{id}'), ownOnly),
  forCustomers('GET /taxes'),
  forCustomers('GET /addresses'),
  forCustomers('POST /addresses'),
  about('address', forCustomers('PUT /addresses/{id}'), ownOnly),
  about('address', forCustomers('PUT /addresses/{id}/default'), ownOnly),
  about('address', forCustomers('DELETE /addresses/{id}'), ownOnly),
  byAdmins('unpaid order', 'PUT /order/shipping/{id}', refused('not-paid', anyExisting)),
  byAdmins('paid order', 'PUT /order/shipping/{id}', anyExisting),
  byAdmins('order marked as shipped', 'DELETE /order/shipping/{id}', anyExisting),

  forCustomers('POST /quickOrder/check'),

  forAnyone('POST /cart/parts'),
  forCustomers('GET /cart'),
  forCustomers('GET /cart/count'),
  forCustomers('PUT /cart/lines'),
  forCustomers('POST /cart/lines'),
  forCustomers('GET /savedLists'),
  about('product', forCustomers('POST /savedLists'), anyExisting),
  about('saved list', forCustomers('PUT /savedLists/{id}'), ownOnly),
  about('saved list', forCustomers('DELETE /savedLists/{id}'), ownOnly),
  about('saved list', forCustomers('POST /savedLists/{id}/fill'), ownOnly),

  forCustomers('GET /garage'),
  forCustomers('PUT /garage'),
  forCustomers('DELETE /garage'),

  forAdmins('GET /manage/orders/counts'),
  forAdmins('GET /manage/orders/revenue'),
  forAdmins('GET /manage/orders/export'),
  forAdmins('GET /manage/orders/pickList'),
  byAdmins('paid order', 'GET /manage/orders/{id}/history', anyExisting),
  byAdmins('paid order', 'GET /manage/orders/{id}/disputes', anyExisting),
  byAdmins('unpaid order', 'PUT /manage/orders/{id}/tracking', refused('not-paid', anyExisting)),
  byAdmins('paid order', 'PUT /manage/orders/{id}/tracking', anyExisting),
  byAdmins(
    'unpaid order',
    'POST /manage/orders/{id}/addressRequest',
    refused('not-in-this-state', anyExisting),
  ),
  byAdmins('paid order', 'POST /manage/orders/{id}/addressRequest', anyExisting),
  byAdmins('unpaid order', 'POST /manage/orders/{id}/refund', refused('not-paid', anyExisting)),
  byAdmins('paid order', 'POST /manage/orders/{id}/refund', anyExisting),
  byAdmins('paid order', 'GET /manage/orders/{id}/refunds', anyExisting),
  byAdmins('unpaid order', 'POST /manage/orders/{id}/refunds', refused('not-paid', anyExisting)),
  byAdmins('paid order', 'POST /manage/orders/{id}/refunds', anyExisting),

  about('unpaid order', forCustomers('POST /create-payment-intent'), ownOnly),
  about('paid order', forCustomers('POST /create-payment-intent'), refused('already-paid')),
  about('unpaid order', forCustomers('PATCH /order/{id}'), refused('payment-not-accepted')),
  about('order whose payment has arrived', forCustomers('PATCH /order/{id}'), ownOnly),

  forAnyone('POST /contact'),
  forAdmins('GET /contact'),
  forAdmins('GET /manage/messages/count'),
  byAdmins('contact message', 'PUT /contact/done/{id}', anyExisting),
  forAnyone('POST /newsletter'),
  about('subscription', forAnyone('POST /newsletter/confirm'), anyExisting),
  about('subscription', forAnyone('POST /newsletter/unsubscribe'), always),

  about('product', forCustomers('GET /product/{id}/alert'), anyExisting),
  about('product', forCustomers('PUT /product/{id}/alert'), anyExisting),
  about('product', forCustomers('DELETE /product/{id}/alert'), anyExisting),
  forAnyone('POST /stockAlerts/end'),
  byAdmins('product', 'GET /manage/product/{id}/watch', anyExisting),
  byAdmins('product', 'PUT /manage/product/{id}/lowLevel', anyExisting),

  forAnyone('GET /shopPages'),

  forAnyone('GET /vehicles'),
  about('car model', forAnyone('GET /vehicles/{make}/{model}'), anyExisting),

  forCustomers('POST /reviews'),
  forCustomers('GET /reviews/bought'),
  forAdmins('GET /manage/reviews'),
  forAdmins('GET /manage/reviews/count'),
  byAdmins('review', 'PUT /manage/reviews/{id}/hide', anyExisting),
  byAdmins('review', 'PUT /manage/reviews/{id}/show', anyExisting),
  forCustomers('POST /images'),
]

/** Endpoints outside of the contract: the same response for every caller. */
export const sameForAll: Readonly<Record<string, { example: string; status: number }>> = {
  'GET /api/openapi.json': { example: '/api/openapi.json', status: 200 },
  'GET /api/docs': { example: '/api/docs', status: 200 },
  'POST /api/webhooks/stripe': { example: '/api/webhooks/stripe', status: 400 },
  'GET /api/auth/*': { example: '/api/auth/token', status: 401 },
  'POST /api/auth/*': { example: '/api/auth/update-user', status: 404 },
  'ALL /api/*': { example: '/api/nothing', status: 404 },
  'POST /newsletter': { example: '/newsletter?end=nobodys', status: 200 },
  'POST /stock-alerts': { example: '/stock-alerts?end=nobodys', status: 200 },
  'GET /robots.txt': { example: '/robots.txt', status: 200 },
  'GET /sitemap.xml': { example: '/sitemap.xml', status: 200 },
  'GET /sitemap-pages.xml': { example: '/sitemap-pages.xml', status: 200 },
  'GET /sitemap-vehicles-1.xml': { example: '/sitemap-vehicles-1.xml', status: 404 },
  'GET /sitemap-parts-{file}': { example: '/sitemap-parts-1000.xml', status: 404 },
  'GET /manifest.webmanifest': { example: '/manifest.webmanifest', status: 200 },
  'GET /assets/*': { example: '/assets/missing.js', status: 404 },
  'GET /images/{name}': { example: '/images/missing.webp', status: 404 },
  'GET /*': { example: '/dashboard', status: 200 },
}

/** Results of endpoints with ID tokens, where the address in the path must be the token's. */
export const identityEndpointOutcomes = {
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

/** Methods that the paths of the rules do not support. */
export const otherMethods = [...pathsOf([...new Set(rules.map(({ call }) => call))])].flatMap(
  ([path, calls]) => {
    const taken = calls.map(([method]) => method)
    return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
      .filter((method) => !taken.includes(method))
      .map((method) => `${method} ${path}`)
  },
)
