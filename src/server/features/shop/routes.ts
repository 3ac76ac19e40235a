import { shop as endpoints } from '#contract/shop.ts'
import type { PublicConfig } from '#contract/shop.ts'
import { isMigrated } from '../../db/migrate.ts'
import type { Drain } from '../../http/edge/drain.ts'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import type { IdentitySettings } from '../../config/identity-settings.ts'
import { readFindings } from '../../invariants/watch.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { isFromThisMachine } from './loopback.ts'
import { version } from './version.ts'
import { createWriteProbe } from './write-probe.ts'

const well = { status: 'ok' } as const
const unavailable = (cause?: unknown) =>
  new AppError('unavailable', { headers: retryAfter(1) }, cause)

/** Fails readiness while the database is unreachable and while the node drains, so that balancers avoid it. */
async function whileServing<T>(drain: Drain, ask: () => Promise<T>): Promise<T> {
  if (drain.isOn) throw new AppError('unavailable')
  try {
    return await ask()
  } catch (error) {
    throw unavailable(error)
  }
}

export function shopRoutes({ router, publicAnswers, database, drain, config, log }: Shop) {
  const probeWriting = createWriteProbe({ db: database.db, log })
  route(router, endpoints.health, async ({ request }) => {
    const invariants = await whileServing(drain, async () => {
      await probeWriting()
      return readFindings(database.pool)
    })
    return isFromThisMachine(request) ? { ...well, version, invariants } : well
  })

  route(router, endpoints.live, async () => well)

  route(router, endpoints.ready, async () => {
    const isCurrent = await whileServing(drain, () => isMigrated(database.pool))
    if (!isCurrent) throw unavailable()
    return well
  })

  const publicConfig = {
    cards: {
      publishableKey: config.STRIPE_PUBLISHABLE_KEY,
      ...(config.STRIPE_JS_URL && { scriptUrl: config.STRIPE_JS_URL }),
    },
    contact: config.CONTACT_EMAIL !== undefined,
    shippingCost: config.SHIPPING_COST,
    ...(config.taxes && { taxes: true }),
    identity: publicIdentity(config.identity),
  }
  route(router, endpoints.config, async () => publicConfig)
  publicAnswers.add(endpoints.config, async () => ({ answer: publicConfig, link: '' }))
}

/** The provider's settings for the browser. */
function publicIdentity(identity: IdentitySettings): PublicConfig['identity'] {
  const { kind: provider } = identity
  if (provider === 'embedded') return { provider, google: identity.google !== undefined }
  const { projectId, apiKey, authDomain, google, emulatorUrl } = identity
  const firebase = { projectId, apiKey, authDomain, ...(emulatorUrl && { emulatorUrl }) }
  return { provider, google, firebase }
}
