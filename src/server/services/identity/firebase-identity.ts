import { UnsecuredJWT } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Config } from '../../config/config.ts'
import { unauthenticated } from '../../errors/errors.ts'
import type { FirebaseSettings } from '../../config/identity-settings.ts'
import { createIdentityKeys } from './identity-keys.ts'
import { createIdentity, claimsOf, tokenRules } from './identity.ts'
import type { IdentityService } from './identity.ts'

const keysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The sign-in methods of the shop; a project may have more enabled. */
const signInProviders: readonly unknown[] = ['password', 'google.com']

/** Issuer and audience of a project's ID tokens. */
const issuerAndAudience = ({ projectId }: Pick<FirebaseSettings, 'projectId'>) => ({
  issuer: `https://securetoken.google.com/${projectId}`,
  audience: projectId,
})

/** Verifies the ID tokens of a Firebase project. */
export function createFirebaseIdentity(
  settings: Pick<FirebaseSettings, 'projectId'>,
  keys: JWTVerifyGetKey = createIdentityKeys(keysUrl),
): IdentityService {
  return createIdentity({
    ...issuerAndAudience(settings),
    keys,
    algorithms: ['RS256'],
    accepts: isSignIn,
  })
}

/** Accepts the unsigned ID tokens of the emulator. Throws in production. */
export function createEmulatorIdentity(
  settings: FirebaseSettings,
  { production }: Pick<Config, 'production'>,
): IdentityService {
  if (production || !settings.emulatorUrl) {
    throw new Error('Unsigned tokens are for development with the emulator')
  }
  const { issuer, audience } = issuerAndAudience(settings)
  return {
    async verify(idToken) {
      try {
        const { payload } = UnsecuredJWT.decode(idToken, { ...tokenRules, issuer, audience })
        if (isSignIn(payload)) return claimsOf(payload, issuer)
      } catch {
        // Answered like any other invalid token.
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
