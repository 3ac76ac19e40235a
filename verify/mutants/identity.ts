import type { Mutant } from './mutant.ts'

const embedded = 'src/server/services/identity/embedded-provider.ts'
const embeddedTest = 'src/server/services/identity/embedded-google.test.ts'
const firebase = 'src/server/services/identity/firebase-identity.ts'
const firebaseTest = 'src/server/services/identity/firebase-identity.test.ts'

/** Authentication. */
export const identityMutants: Mutant[] = [
  {
    guard: 'the response time does not reveal whether an account exists',
    file: 'src/server/features/accounts/identity-routes.ts',
    find: '      if (isSecret(attempt, response.status)) await padResponseTime(started)\n',
    replace: '',
    noticedBy: ['src/server/features/accounts/identity-routes.test.ts'],
  },
  {
    guard: 'an account follows a verified e-mail address only',
    file: 'src/server/features/accounts/queries.ts',
    find: '  if (!identity.isVerified) {\n',
    replace: '  if (identity.email === undefined) {\n',
    noticedBy: ['src/server/features/accounts/switching-provider.test.ts'],
  },
  {
    guard: 'Google opens an account only with an e-mail address that it has verified',
    file: embedded,
    find: "source.oauth?.profile?.['email_verified'] === true",
    replace: "source.oauth?.profile?.['email_verified'] !== undefined",
    noticedBy: [embeddedTest],
  },
  {
    guard: 'unsigned ID tokens are refused in production',
    file: firebase,
    find: 'production || !settings.emulatorUrl',
    replace: '!settings.emulatorUrl',
    noticedBy: [firebaseTest],
  },
  {
    guard: 'an ID token of a sign-in method that the shop does not offer is refused',
    file: firebase,
    find: ' && signInProviders.includes(provider)',
    replace: ' && provider !== null',
    noticedBy: [firebaseTest],
  },
]
