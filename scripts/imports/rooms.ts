/**
 * The allowed imports between rooms. A room may import itself and the rooms that it lists, no other: by relative
 * path or alias, values or types. Tests and `src/server/testing` may import anything.
 */
export interface Room {
  /** A folder or a file, relative to the repository. A room inside another is not part of it. */
  path: string
  imports: readonly string[]
  /** Whether it may import modules of Node: `node:fs` and the like. */
  node?: boolean
}

const contract = [
  'src/contract',
  'src/contract/addresses',
  'src/contract/alerts',
  'src/contract/cart',
  'src/contract/formats',
  'src/contract/invoices',
  'src/contract/numbers',
  'src/contract/orders',
  'src/contract/prices',
  'src/contract/privacy',
  'src/contract/product-fields',
  'src/contract/search',
  'src/contract/shared',
  'src/contract/trade',
  'src/contract/taxes',
  'src/contract/vehicles',
]

const room = (path: string, ...imports: string[]): Room => ({ path, imports })

/** A room of the server: it may import the contract and modules of Node. */
const server = (name: string, ...imports: string[]): Room => ({
  path: `src/server/${name}`,
  imports: [...contract, ...imports.map((other) => `src/server/${other}`)],
  node: true,
})

/** A room of the browser's half: it may import the contract. */
const web = (name: string, ...imports: string[]): Room => ({
  path: `src/web/${name}`,
  imports: [...contract, ...imports.map((other) => `src/web/${other}`)],
})

const databases = ['db', 'db/replica']
const services = [
  'services',
  'services/cards',
  'services/identity',
  'services/images',
  'services/mail',
]
const http = ['http', 'http/connections', 'http/edge', 'http/limits']

/** The rooms that every feature of the server may import. */
const base = [
  'errors',
  'config',
  ...databases,
  'jobs',
  'retention',
  ...services,
  ...http,
  'invariants',
  'shop.ts',
]

const features = [
  'accounts',
  'addresses',
  'alerts',
  'audit',
  'cart',
  'contact',
  'fitments',
  'fitment-imports',
  'garage',
  'images',
  'imports',
  'invoices',
  'manage-orders',
  'newsletter',
  'number-imports',
  'numbers',
  'order-mails',
  'orders',
  'own-orders',
  'part-pages',
  'payments',
  'prices',
  'privacy',
  'products',
  'profiles',
  'quick-order',
  'reviews',
  'search',
  'shop',
  'shop-pages',
  'stock',
  'trade',
  'taxes',
  'users',
  'vehicles',
].map((name) => `features/${name}`)

/** A feature of the server, with the features it builds on. */
const feature = (name: string, ...others: string[]) =>
  server(`features/${name}`, ...base, ...others.map((other) => `features/${other}`))

const kit = ['content', 'domain', 'lib', 'ui']
const webFeatures = [
  'accounts',
  'alerts',
  'audit',
  'contact',
  'content',
  'imports',
  'newsletter',
  'orders',
  'payments',
  'products',
  'profiles',
  'reviews',
  'search',
  'trade',
  'users',
  'vehicles',
]

export const rooms: readonly Room[] = [
  room('src/contract/shared'),
  room('src/contract/prices', 'src/contract/formats', 'src/contract/shared', 'src/contract/taxes'),
  room('src/contract/privacy', 'src/contract/shared'),
  room('src/contract/formats'),
  room('src/contract/invoices', 'src/contract/shared'),
  room('src/contract/numbers', 'src/contract/shared'),
  room('src/contract/orders', 'src/contract/shared'),
  room('src/contract/alerts', 'src/contract/shared'),
  room('src/contract/cart', 'src/contract/shared'),
  room('src/contract/search', 'src/contract/numbers', 'src/contract/shared'),
  room(
    'src/contract/product-fields',
    'src/contract/formats',
    'src/contract/prices',
    'src/contract/shared',
  ),
  room('src/contract/vehicles', 'src/contract/shared'),
  room('src/contract/trade', 'src/contract/shared'),
  room('src/contract/addresses', 'src/contract/shared'),
  room('src/contract/taxes', 'src/contract/shared'),
  room(
    'src/contract',
    'src/contract/addresses',
    'src/contract/alerts',
    'src/contract/cart',
    'src/contract/formats',
    'src/contract/invoices',
    'src/contract/numbers',
    'src/contract/orders',
    'src/contract/prices',
    'src/contract/privacy',
    'src/contract/product-fields',
    'src/contract/search',
    'src/contract/shared',
    'src/contract/trade',
    'src/contract/taxes',
    'src/contract/vehicles',
  ),

  server('errors'),
  server('config'),
  server('db/embedded', 'config', 'db'),
  server('db', 'errors', 'config'),
  server('db/replica', 'errors', 'config', 'db'),
  server('observability', 'errors', 'config', 'db'),
  server('retention'),
  server('jobs', 'errors', 'db', 'retention'),
  server('services', 'errors'),
  server('services/cards', 'errors', 'config', 'services'),
  server('services/identity', 'errors', 'config', ...databases, 'http/limits'),
  server('services/images', 'errors', 'config', 'services', 'http/limits'),
  server('services/mail', 'errors', 'config', 'db', 'jobs'),
  server('http/limits', 'errors', 'config', 'db', 'observability'),
  server('http/connections', 'config', 'http/limits'),
  server('http/edge', 'errors', 'config', 'http/connections', 'http/limits', 'observability'),
  server('invariants', 'db', 'jobs', 'services/cards', 'shop.ts'),
  server(
    'shop.ts',
    'config',
    ...databases,
    ...http,
    'services/cards',
    'services/identity',
    'services/images',
  ),
  server('http', 'errors', 'config', ...databases, 'http/edge', 'http/limits', 'services/identity'),

  feature('audit'),
  feature('stock', 'audit'),
  feature('numbers', 'audit'),
  feature('search', 'audit', 'numbers'),
  feature('products', 'audit', 'fitments', 'numbers', 'search', 'stock'),
  feature('fitments', 'audit'),
  feature('prices', 'audit', 'products'),
  feature('part-pages', 'numbers', 'products'),
  feature('garage'),
  feature('images'),
  feature('imports', 'audit', 'products', 'stock'),
  feature('fitment-imports', 'audit', 'imports', 'search'),
  feature('number-imports', 'imports', 'numbers'),
  feature(
    'orders',
    'addresses',
    'audit',
    'fitments',
    'numbers',
    'prices',
    'products',
    'stock',
    'taxes',
  ),
  feature('invoices', 'orders'),
  feature('payments', 'audit', 'invoices', 'orders', 'prices', 'stock', 'taxes'),
  feature('quick-order', 'orders', 'prices', 'products', 'taxes'),
  feature('cart', 'fitments', 'prices', 'products'),
  feature('addresses'),
  feature('taxes', 'addresses'),
  feature('own-orders', 'addresses', 'invoices', 'orders', 'payments', 'taxes'),
  feature('manage-orders', 'audit', 'order-mails', 'orders', 'payments'),
  feature('order-mails', 'orders', 'taxes'),
  feature('users', 'audit'),
  feature('accounts', 'users'),
  feature('contact', 'audit'),
  feature('newsletter'),
  feature('alerts', 'audit', 'newsletter', 'products', 'stock'),
  feature('privacy', 'audit', 'payments', 'users'),
  feature('profiles'),
  feature('reviews', 'audit', 'products'),
  feature('shop'),
  feature('shop-pages'),
  feature('trade', 'audit'),
  feature('vehicles', 'audit'),

  server('openapi', 'config'),
  server('pages', 'errors', 'config', ...http, 'services/images', 'shop.ts'),
  server('backup', 'db'),
  server(
    'cli',
    'config',
    'db',
    'db/embedded',
    'services/cards',
    'features/newsletter',
    'features/audit',
    'features/privacy',
    'features/users',
    'features/vehicles',
    'invariants',
    'backup',
  ),
  server('shop-metrics.ts', ...base, 'observability'),
  server('shop-jobs.ts', ...base, ...features, 'invariants', 'observability'),
  server(
    'app.ts',
    'shop-jobs.ts',
    'shop-metrics.ts',
    ...base,
    ...features,
    'invariants',
    'observability',
    'openapi',
    'pages',
  ),
  server('main.ts', ...base, ...features, 'app.ts', 'db/embedded', 'observability', 'pages'),

  web('lib'),
  web('ui', 'lib'),
  web('content', 'lib', 'ui'),
  web('domain', 'content', 'lib', 'ui'),
  ...webFeatures.map((name) => web(`features/${name}`, ...kit)),
  web('app', ...kit, ...webFeatures.map((name) => `features/${name}`)),
  web('entry-client.tsx', 'app', 'lib'),
  web('entry-server.tsx', 'app', 'lib'),

  { path: 'sandbox', imports: [], node: true },
]

/** These start and test the product, which imports none of them. */
export const tools = ['scripts', 'verify', 'measure', 'e2e', 'rig']
