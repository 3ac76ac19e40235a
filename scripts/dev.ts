import { buildWhenNeeded } from './build.ts'
import { startDevServer } from './dev-server.ts'
import { openRelay } from './relay.ts'
import { serve } from './serve.ts'
import { portsOf, startShop } from './shop.ts'

try {
  await serve({
    // The server hands the pages to Vite.
    settings: { DEV: '1' },
    prepare: () => buildWhenNeeded(console.log),
    start: async (env) => {
      const relay = await openRelay({ host: env['HOST'] || '0.0.0.0', port: portsOf(env).PORT })
      return startShop(env, {
        startServer: (file, options) => startDevServer(relay, file, options),
      })
    },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
