import { UnsecuredJWT } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Config } from '../../config/config.ts'
import { unauthenticated } from '../../errors/errors.ts'
import type { FirebaseSettings } from '../../config/identity-settings.ts'
import { createIdentityKeys } from './identity-keys.ts'
import { createIdentity, identityIn, tokenRules } from './identity.ts'
import type { IdentityService } from './identity.ts'

const keysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The ways to sign in that the shop offers; a project may have others switched on. */
const signInProviders: readonly unknown[] = ['password', 'google.com']

/** Who a project's ID tokens come from, and for whom they are. */
const partiesOf = ({ projectId }: Pick<FirebaseSettings, 'projectId'>) => ({
  issuer: `https://securetoken.google.com/${projectId}`,
  audience: projectId,
})

/** Verifies the ID tokens of a Firebase project. */
export function createFirebaseIdentity(
  settings: Pick<FirebaseSettings, 'projectId'>,
  keys: JWTVerifyGetKey = createIdentityKeys(keysUrl),
): IdentityService {
  return createIdentity({ ...partiesOf(settings), keys, algorithms: ['RS256'], accepts: isSignIn })
}

/** Believes the emulator's ID tokens, which nobody signs. Throws in production. */
export function createEmulatorIdentity(
  settings: FirebaseSettings,
  { production }: Pick<Config, 'production'>,
): IdentityService {
  if (production || !settings.emulatorUrl) {
    throw new Error('Tokens without a signature are for development')
  }
  const { issuer, audience } = partiesOf(settings)
  return {
    async verify(idToken) {
      try {
        const { payload } = UnsecuredJWT.decode(idToken, { ...tokenRules, issuer, audience })
        if (isSignIn(payload)) return identityIn(payload, issuer)
      } catch {
        // Refused below, whatever is wrong with it.
      }
      throw unauthenticated()
    },
  }
}

function isSignIn({ auth_time: signedInAt, firebase }: JWTPayload): boolean {
  const { sign_in_provider: provider } = { sign_in_provider: undefined, ...(firebase as object) }
  const isPast =
    typeof signedInAt === 'number' &&
    signedInAt * 1000 <= Date.now() + tokenRules.clockTolerance * 1000
  return isPast && signInProviders.includes(provider)
}
