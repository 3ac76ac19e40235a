import * as z from 'zod/mini'
import { settingFaults } from './setting-errors.ts'
import type { Given } from './setting-errors.ts'
import { origin, secret } from './setting-schemas.ts'

/** The identity provider embedded in the shop. */
export interface EmbeddedSettings {
  kind: 'embedded'
  secret: string
  google: { issuer: string; clientId: string; clientSecret: string } | undefined
}

/** The hosted provider. Nothing here is secret: the browser gets all of it. */
export interface FirebaseSettings {
  kind: 'firebase'
  projectId: string
  apiKey: string
  /** The host of the pages for Google's login. */
  authDomain: string
  google: boolean
  /** Its tokens are unsigned, so clients can impersonate any account: never in production. */
  emulatorUrl: string | undefined
}

export type IdentitySettings = EmbeddedSettings | FirebaseSettings

const Embedded = z.object({
  IDENTITY_SECRET: secret,
  GOOGLE_ISSUER: z.optional(origin),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
})

const Firebase = z.object({
  FIREBASE_PROJECT_ID: z
    .string()
    .check(
      z.regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "must be a project's id, like auto-parts-1a2b"),
    ),
  FIREBASE_API_KEY: z.string().check(z.regex(/^[\w-]+$/, 'must be the web API key')),
  FIREBASE_AUTH_DOMAIN: z.optional(
    z
      .string()
      .check(
        z.toLowerCase(),
        z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host, like parts.firebaseapp.com'),
      ),
  ),
  FIREBASE_GOOGLE: z._default(z.enum(['on', 'off']), 'on'),
  FIREBASE_EMULATOR_URL: z.optional(
    z.string().check(
      z.regex(
        /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}\/?$/,
        'must be an address of this machine, like http://localhost:9099',
      ),
      z.overwrite((value) => value.replace(/\/$/, '')),
    ),
  ),
})

export const identitySettingNames = [Embedded, Firebase].flatMap(({ shape }) => Object.keys(shape))

/** The identity provider that `IDENTITY` selects; `faults` names invalid settings. */
export function readIdentitySettings(given: Given, defaults: Given, production: boolean) {
  const { IDENTITY: kind = 'embedded' } = given
  if (kind === 'embedded') return readEmbedded(given, defaults)
  if (kind === 'firebase') return readFirebase(given, production)
  return { settings: undefined, faults: ['IDENTITY: must be embedded or firebase'] }
}

function readEmbedded(given: Given, defaults: Given) {
  const all = { ...defaults, ...given }
  const { data, error } = Embedded.safeParse(all)
  const faults = settingFaults(error, all)
  faults.push(...googleFaults(given))
  for (const name of Object.keys(Firebase.shape)) {
    if (given[name]) faults.push(`${name} is for IDENTITY=firebase only`)
  }
  return { settings: data && embeddedOf(data), faults }
}

/** Half of a pair would be completed by the sandbox's other half, and Google's login would fail. */
function googleFaults(given: Given): string[] {
  const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  const missing = names.filter((name) => !given[name])
  return missing.length === names.length ? [] : missing.map((name) => `${name} is missing`)
}

function embeddedOf(data: z.infer<typeof Embedded>): EmbeddedSettings {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = data
  const issuer = data.GOOGLE_ISSUER ?? 'https://accounts.google.com'
  const google = clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined
  return { kind: 'embedded', secret: data.IDENTITY_SECRET, google }
}

function readFirebase(given: Given, production: boolean) {
  const { data, error } = Firebase.safeParse(given)
  const faults = settingFaults(error, given)
  if (production && given['FIREBASE_EMULATOR_URL']) {
    faults.push('FIREBASE_EMULATOR_URL is not allowed in production')
  }
  const settings: FirebaseSettings | undefined = data && {
    kind: 'firebase',
    projectId: data.FIREBASE_PROJECT_ID,
    apiKey: data.FIREBASE_API_KEY,
    authDomain: data.FIREBASE_AUTH_DOMAIN ?? `${data.FIREBASE_PROJECT_ID}.firebaseapp.com`,
    google: data.FIREBASE_GOOGLE === 'on',
    emulatorUrl: data.FIREBASE_EMULATOR_URL,
  }
  return { settings, faults }
}
