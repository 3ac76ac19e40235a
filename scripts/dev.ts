import { readCommandLine } from './command-line.ts'
import { buildWhenNeeded } from './build.ts'
import { startDevServer } from './dev-server.ts'
import { openRelay } from './relay.ts'
import { serve } from './serve.ts'
import { portsOf, startShop } from './shop-processes.ts'

const { values } = readCommandLine({
  usage: 'npm run dev [-- <options>]',
  about:
    'Runs the shop from its sources: pages update and the server restarts when a file changes.',
  options: {
    inspect: { type: 'boolean', about: 'let a debugger attach to the server, on port 9229' },
    'inspect-brk': { type: 'boolean', about: 'the same, and wait for it before the first line' },
  },
})
const serverArgv = Object.keys(values).map((name) => `--${name}`)

try {
  await serve({
    // The server lets Vite serve the pages.
    settings: { DEV: '1' },
    prepare: () => buildWhenNeeded(console.log),
    start: async (env) => {
      const relay = await openRelay({ host: env['HOST'] || '0.0.0.0', port: portsOf(env).PORT })
      return startShop(env, {
        serverArgv,
        startServer: (file, options) => startDevServer(relay, file, options),
      })
    },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
