import { buildWhenNeeded } from './build.ts'
import { serve } from './serve.ts'

try {
  // The server hands the pages to Vite itself, and Node restarts it when its own source changes.
  await serve({
    settings: { DEV: '1' },
    serverArgv: ['--watch'],
    prepare: () => buildWhenNeeded(console.log),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
