import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { interactionPolicy, Provider } from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import { setting } from '../database.ts'
import type { Database } from '../database.ts'
import { googleClientId, googleClientSecret } from '../keys.ts'
import { html } from '../html.ts'
import { page, pageHeaders } from '../pages.ts'
import { findAccount, isVerified } from './accounts.ts'
import { recordAdapter } from './records.ts'

export type GoogleOptions = { issuer: string; redirectUris: string[] }

const scopes = 'openid email profile'

type Secrets = { jwk: JWK; cookieKey: string }

/** A certified OpenID Connect provider, configured like Google's sign-in. */
export async function createProvider(
  db: Database,
  { issuer, redirectUris }: GoogleOptions,
): Promise<Provider> {
  const { jwk, cookieKey } = JSON.parse(await setting(db, 'google_secrets', newSecrets)) as Secrets
  const { pathname } = new URL(issuer)

  const configuration: Configuration = {
    adapter: recordAdapter(db),
    clients: [
      {
        client_id: googleClientId,
        client_secret: googleClientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: [cookieKey], names: { session: 'sandbox_google' } },
    features: { devInteractions: { enabled: false } },
    async findAccount(_context, sub) {
      const account = findAccount(db, sub)
      if (!account) return undefined
      const { email, name } = account
      const [given_name = name, ...others] = name.split(' ')
      return {
        accountId: sub,
        claims: () => ({
          sub,
          email,
          email_verified: isVerified(account),
          name,
          given_name,
          family_name: others.join(' '),
        }),
      }
    },
    interactions: {
      url: (_context, { uid }) => `${pathname}/interaction/${uid}`,
      policy: skipConsent(),
    },
    jwks: { keys: [jwk] },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope(scopes)
      await grant.save()
      return grant
    },
    pkce: { required: () => false },
    renderError(context, { error, error_description }) {
      context.set(pageHeaders)
      context.body = page(
        'Sign in with Google',
        html`<h1>Sign in with Google</h1>
          <p>Access blocked: ${error_description ?? error}</p>`,
      )
    },
    scopes: ['openid', 'email', 'profile'],
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
  }
  return new Provider(issuer, configuration)
}

/** Asks for an account, but not for consent; accepts Google's `prompt=select_account`. */
function skipConsent() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'consent', requestable: true }))
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

async function newSecrets(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig' }
  return JSON.stringify({ jwk, cookieKey: crypto.randomUUID() } satisfies Secrets)
}
