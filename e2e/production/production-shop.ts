import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeFlags } from '../../scripts/node-flags.ts'
import { freePorts } from '../../scripts/ports.ts'
import { startServer } from '../../rig/server.ts'
import { seedDemoCatalogue } from '../../src/server/features/products/demo/demo-catalogue.ts'
import { ensurePostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { startS3StandIn } from '../../src/server/testing/stand-ins/s3.ts'
import { makeCertificate } from './certificate.ts'
import { startTlsProxy } from './tls-proxy.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

export const nodesLog = 'test-results/production.log'

const store = { accessKey: 'key-of-the-rehearsal', secret: 'secret-of-it', region: 'us-east-1' }
/** The suffix of the card provider's keys: production refuses that of the sandbox. */
const standIn = 'rehearsal'

/** Starts a shop configured as in production: two nodes behind TLS, and stand-ins for all external services. */
export async function startProductionShop() {
  const running: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const stop of running.splice(0).toReversed()) await stop()
  }
  try {
    const folder = makeTemporaryFolder('production')
    running.push(() => rm(folder, { recursive: true, force: true }))
    mkdirSync('test-results', { recursive: true })
    writeFileSync(nodesLog, '')
    const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] }

    const postgres = await ensurePostgres({ dir: join(folder, 'postgres') })
    running.push(() => postgres.stop())
    const images = await startS3StandIn(store)
    running.push(() => images.close())

    const [publicPort = 0, cardsPort = 0, sandboxPort = 0, smtpPort = 0, ...nodePorts] =
      await freePorts(6)
    const publicUrl = `https://localhost:${publicPort}`
    const cardsUrl = `https://localhost:${cardsPort}`
    const certificate = makeCertificate()
    const authority = join(folder, 'certificate.pem')
    writeFileSync(authority, certificate.cert)

    const sandbox = await startServer('sandbox/main.ts', {
      log: nodesLog,
      env: {
        ...environment,
        SANDBOX_KEYS: standIn,
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_SMTP_PORT: String(smtpPort),
        DATA_DIR: folder,
        // The first node, since the sandbox does not trust the certificate of the proxy.
        PUBLIC_URL: `http://127.0.0.1:${nodePorts[0]}`,
      },
    })
    running.push(() => sandbox.stop())

    const settings = {
      ...environment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      IDENTITY_SECRET: randomBytes(32).toString('hex'),
      TOKEN_PRIVATE_KEY: JSON.stringify(
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
      ),
      STRIPE_SECRET_KEY: `sk_test_${standIn}`,
      STRIPE_PUBLISHABLE_KEY: `pk_test_${standIn}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${standIn}`,
      STRIPE_API_URL: `http://127.0.0.1:${sandboxPort}`,
      STRIPE_JS_URL: `${cardsUrl}/stripe.js`,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Auto Parts <shop@parts.example>',
      IMAGES_URL: 's3://pictures/shop',
      IMAGES_ENDPOINT: images.url,
      IMAGES_ACCESS_KEY: store.accessKey,
      IMAGES_SECRET_KEY: store.secret,
      JOB_INTERVAL_SECONDS: '1',
      // All customers of the journeys come from one address.
      SIGN_UPS_PER_HOUR: '1000',
      DRAIN_SECONDS: '0',
    }
    for (const port of nodePorts) {
      const env = { ...settings, PORT: String(port) }
      const node = await startServer('src/server/main.ts', {
        log: nodesLog,
        env,
        execArgv: nodeFlags,
      })
      running.push(() => node.stop())
    }

    const database = openDatabase(postgres.url, { max: 1 })
    await seedDemoCatalogue(database.db)
    await database.close()

    const shop = await startTlsProxy({ ...certificate, port: publicPort, targets: nodePorts })
    running.push(() => shop.close())
    const cards = await startTlsProxy({ ...certificate, port: cardsPort, targets: [sandboxPort] })
    running.push(() => cards.close())

    return {
      close,
      /** The number of responses by node. */
      responses: shop.responses,
      pictures: () => images.objects.size,
      /** The environment of the journeys. */
      env: {
        BASE_URL: publicUrl,
        SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
        SANDBOX_KEYS: standIn,
        CARDS_URL: cardsUrl,
        SHOP_DATABASE_URL: postgres.url,
        SHOP_DATA_DIR: settings.DATA_DIR,
        PRODUCTION_SHOP: 'yes',
        NODE_EXTRA_CA_CERTS: authority,
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
