import { buildWhenNeeded } from './build.ts'
import { serve } from './serve.ts'

try {
  await serve({ prepare: () => buildWhenNeeded(console.log) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
