import { createRequire } from 'node:module'
import type { Server } from 'node:http'

interface EmulatorServer {
  createApp(projectId: string): Promise<{ listen(port: number, host: string): Server }>
}

// The emulator's command line would open two more ports and check for updates.
const emulator = 'firebase-tools/lib/emulator/auth/server.js'
const { createApp } = createRequire(import.meta.url)(emulator) as EmulatorServer

const { EMULATOR_PORT, FIREBASE_PROJECT_ID } = process.env
const app = await createApp(String(FIREBASE_PROJECT_ID))
const server = app.listen(Number(EMULATOR_PORT), 'localhost')
server.once('listening', () => process.send?.('ready'))
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(signal, () => {
    server.closeAllConnections()
    server.close(() => process.exit(0))
  })
}
