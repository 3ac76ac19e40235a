import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../scripts/ports.ts'
import { startChild, waitUntilReady } from '../../scripts/processes.ts'
import { openShop } from '../support/global-setup.ts'

const projectId = 'demo-auto-parts'

/** Starts the emulator of the hosted provider, and a shop configured for it. */
export default async function setUp() {
  if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
    throw new Error('The emulator is not installed: run npm run test:hosted.')
  }
  const [port = 0] = await freePorts(1)
  const env = { ...process.env, EMULATOR_PORT: String(port), FIREBASE_PROJECT_ID: projectId }
  const emulator = startChild(join(import.meta.dirname, 'emulator.ts'), { env })
  try {
    const emulatorUrl = `http://localhost:${port}`
    const [endShop] = await Promise.all([
      openShop({
        IDENTITY: 'firebase',
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'any-key',
        FIREBASE_EMULATOR_URL: emulatorUrl,
      }),
      waitUntilReady(emulator, (how) => `The emulator ended ${how}`),
    ])
    process.env['FIREBASE_EMULATOR_URL'] = emulatorUrl
    process.env['FIREBASE_PROJECT_ID'] = projectId
    return async () => {
      await endShop()
      await emulator.stop()
    }
  } catch (error) {
    await emulator.stop()
    throw error
  }
}
