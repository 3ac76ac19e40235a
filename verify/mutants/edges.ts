import type { Mutant } from './mutant.ts'

const returns = 'src/server/features/accounts/return-addresses.ts'
const returnsTest = 'src/server/features/accounts/return-addresses.test.ts'
const routes = 'src/server/features/accounts/identity-routes.ts'
const search = 'src/server/db/search.ts'
const searchTest = 'src/server/db/search-plans.test.ts'
const cardEvents = 'src/server/services/cards/card-events.ts'
const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const healthTest = 'src/server/features/shop/health.test.ts'

/** What comes in and goes out at the edges. */
export const edgeMutants: Mutant[] = [
  {
    guard: 'reviews of accounts that nobody can write to displace none on Home',
    file: 'src/server/features/reviews/queries.ts',
    find: 'or (select email_verified from users where users.id = reviews.user_id))',
    replace: 'or true)',
    noticedBy: ['src/server/features/reviews/home-reviews.test.ts'],
  },
  {
    guard: 'an address to return to is of the shop’s origin',
    file: returns,
    find: 'url.origin !== origin || ',
    replace: '',
    noticedBy: [returnsTest],
  },
  {
    guard: 'an address to return to names no user',
    file: returns,
    find: ' || url.username || url.password',
    replace: '',
    noticedBy: [returnsTest],
  },
  {
    guard: 'an address to return to has the path of a page',
    file: returns,
    find: 'return pagePath.test(url.pathname) ? url.pathname + url.search + url.hash : undefined',
    replace: 'return url.pathname + url.search + url.hash',
    noticedBy: [returnsTest],
  },
  {
    guard: 'an address to return to is not repeated',
    file: returns,
    find: '    if (repeated.length > 0) throw refusal(name)\n',
    replace: '',
    noticedBy: [returnsTest],
  },
  {
    guard: 'addresses to return to are checked in the query',
    file: routes,
    find: '  normaliseReturnsInQuery(url)\n',
    replace: '',
    noticedBy: [returnsTest],
  },
  {
    guard: 'addresses to return to are checked in the body',
    file: routes,
    find: 'const given = withNormalisedReturns(request.body, url.origin)',
    replace: 'const given: unknown = request.body',
    noticedBy: [returnsTest],
  },
  {
    guard: 'no answer redirects to another origin',
    file: 'src/server/http/own-redirects.ts',
    find: "    reply.removeHeader('location')\n    done(new Error('The answer redirects to another origin'))",
    replace: '    done(null, payload)',
    noticedBy: ['src/server/http/own-redirects.test.ts'],
  },
  {
    guard: 'a page to return to after login is of the shop',
    file: 'src/web/lib/session/safe-path.ts',
    find: " || resolved.pathname.startsWith('//')",
    replace: '',
    noticedBy: ['src/web/lib/session/safe-path.test.ts'],
  },
  {
    guard: 'only texts that the trigram index narrows down are looked up in it',
    file: search,
    find: String.raw`const asciiTrigram = /[a-z\d]{3}/i`,
    replace: 'const asciiTrigram = /./',
    noticedBy: [searchTest],
  },
  {
    guard: 'signs alone find no product',
    file: search,
    find: 'if (starts.length === 0) return undefined',
    replace: 'if (starts.length === 0) return { matches: sql`true`, candidates: sql`true` }',
    noticedBy: ['src/server/features/products/managed-list.test.ts'],
  },
  {
    guard: 'a search in a list reads a limited number of rows by the index of the text',
    file: 'src/server/db/bounded-search.ts',
    find: 'const readMax = 10_000',
    replace: 'const readMax = 10_000_000',
    noticedBy: [searchTest],
  },
  {
    guard: 'health fails while no order could be stored',
    file: 'src/server/features/shop/routes.ts',
    find: '      await probeWriting()\n',
    replace: '',
    noticedBy: [healthTest],
  },
  {
    guard: 'strangers get no details of the health',
    file: 'src/server/features/shop/routes.ts',
    find: 'return isFromThisMachine(request) ? { ...well, version, invariants } : well',
    replace: 'return { ...well, version, invariants }',
    noticedBy: [healthTest],
  },
  {
    guard: 'an event signed in the future is refused',
    file: cardEvents,
    find: '  refuseFutureSignature(signature)\n',
    replace: '',
    noticedBy: [guardsTest],
  },
  {
    guard: 'an event with an absurd payment id is discarded',
    file: 'src/server/features/payments/jobs.ts',
    find: 'if (intentId && !isProviderId(intentId)) {',
    replace: 'if (intentId && intentId.length > 1_000_000) {',
    noticedBy: [guardsTest],
  },
]
