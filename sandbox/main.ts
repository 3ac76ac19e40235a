import { join } from 'node:path'
import process from 'node:process'
import { startSandbox } from './sandbox.ts'

const {
  SANDBOX_PORT = '3001',
  SANDBOX_SMTP_PORT = String(Number(SANDBOX_PORT) + 1),
  SANDBOX_URL,
  HOST = '127.0.0.1',
  DATA_DIR = './data',
  PUBLIC_URL = 'http://localhost:3000',
} = process.env

try {
  const sandbox = await startSandbox({
    host: HOST,
    port: Number(SANDBOX_PORT),
    smtpPort: Number(SANDBOX_SMTP_PORT),
    url: SANDBOX_URL,
    dataDir: join(DATA_DIR, 'sandbox'),
    webhookUrl: `${PUBLIC_URL}/api/webhooks/stripe`,
    googleRedirectUris: [`${PUBLIC_URL}/api/auth/callback/google`],
  })
  const stop = () => void sandbox.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // A sandbox without its parent process would hold its ports forever.
  process.once('disconnect', stop)

  console.log(`Sandbox on ${sandbox.url} (mail on port ${sandbox.smtpPort})`)
  process.send?.('ready')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
