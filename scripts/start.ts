import { readCommandLine } from './command-line.ts'
import { buildWhenNeeded } from './build.ts'
import { serve } from './serve.ts'

readCommandLine({
  usage: 'npm start',
  about:
    'Installs, builds and starts the shop, its database and the sandbox. Settings: .env.example.',
})

try {
  await serve({ prepare: () => buildWhenNeeded(console.log) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
