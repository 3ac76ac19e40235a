import { contract, productRooms } from './product-rooms.ts'
import type { Room } from './room.ts'

/** A room of tools, with other tools and rooms of the server; it may import the contract and modules of Node. */
const tool = (path: string, tools: string[] = [], server: string[] = []): Room => ({
  path,
  imports: [...contract, ...tools, ...server.map((name) => `src/server/${name}`)],
  node: true,
})

const productServer = productRooms.flatMap(({ path }) =>
  path.startsWith('src/server/') ? [path.slice('src/server/'.length)] : [],
)
const databases = ['db', 'db/embedded']
const withRig = ['rig', 'scripts']

/** These start, test and measure the product, which imports none of them: scripts ← rig ← verify, e2e ← measure. */
export const toolRooms: readonly Room[] = [
  { path: 'sandbox', imports: [], node: true },
  // Shops, rows and stand-ins of the server's tests, and of tools that start parts of it.
  tool('src/server/testing', ['sandbox'], productServer),

  tool('scripts', [], [...databases, 'retention']),
  tool('scripts/addresses', ['scripts']),
  tool('scripts/fonts', ['scripts'], ['features/invoices']),
  tool('scripts/test', ['scripts']),
  tool('scripts/test-all', ['scripts']),
  tool('scripts/testing', ['scripts']),
  tool('scripts/vehicles', ['scripts']),
  tool('scripts/walls', ['scripts']),

  tool(
    'rig',
    ['scripts', 'sandbox'],
    ['config', ...databases, 'features/users', 'services/identity', 'testing'],
  ),

  tool('verify', [], ['invariants']),
  tool('verify/attacks', [...withRig, 'verify/faults']),
  tool('verify/cluster', [...withRig, 'verify', 'verify/storm'], ['db', 'invariants', 'testing']),
  tool('verify/deadlocks', withRig),
  tool('verify/evidence', ['scripts', 'verify/mutants']),
  tool('verify/faults', [...withRig, 'verify'], ['backup', 'db', 'invariants', 'testing']),
  tool(
    'verify/fuzz',
    ['scripts'],
    ['features/fitments', 'features/numbers', 'features/payments', 'openapi', 'testing'],
  ),
  tool('verify/hoarding', ['scripts']),
  tool('verify/mutants', ['scripts']),
  tool(
    'verify/races',
    [],
    ['features/imports', 'features/payments', 'invariants', 'shop.ts', 'testing'],
  ),
  tool(
    'verify/storm',
    [...withRig, 'sandbox', 'verify'],
    ['config', 'db', 'invariants', 'services/cards'],
  ),
  tool('verify/versions', withRig, ['db', 'features/payments', 'testing']),

  tool('e2e/support', ['scripts'], ['testing']),
  tool('e2e/journeys', ['e2e/support'], ['testing']),
  tool('e2e/pictures', ['e2e/support']),
  tool('playwright.config.ts', ['e2e/support']),
  tool('e2e/hosted', ['e2e/support', 'playwright.config.ts', 'scripts']),
  tool(
    'e2e/production',
    ['e2e/support', ...withRig, 'scripts/test'],
    [...databases, 'features/products', 'testing'],
  ),

  tool('measure/overload', [...withRig, 'verify'], ['invariants']),
  tool('measure/timing', [...withRig, 'sandbox']),
  tool(
    'measure/bench',
    [...withRig, 'verify'],
    [
      'config',
      ...databases,
      'features/orders',
      'features/products',
      'features/users',
      'http',
      'invariants',
      'services/identity',
      'testing',
    ],
  ),
  tool(
    'measure/search',
    [...withRig, 'measure/bench'],
    ['features/fitments', 'features/numbers', 'testing'],
  ),
  tool(
    'measure/browser',
    [...withRig, 'e2e/support'],
    [...databases, 'features/users', 'pages', 'testing'],
  ),
  tool(
    'measure',
    [...withRig, 'measure/overload'],
    [
      ...databases,
      'features/fitment-imports',
      'features/imports',
      'features/products',
      'features/vehicles',
      'http/edge',
      'http/limits',
      'pages',
      'services/images',
      'shop.ts',
      'testing',
    ],
  ),
]
