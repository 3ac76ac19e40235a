import { serve } from './serve.ts'

try {
  // The server hands the pages to Vite itself, and Node restarts it when its own source changes.
  await serve({ settings: { DEV: '1' }, serverArgv: ['--watch'] })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
