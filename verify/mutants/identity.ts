import type { Mutant } from './mutant.ts'

const embedded = 'src/server/services/identity/embedded-provider.ts'
const embeddedTest = 'src/server/services/identity/embedded-google.test.ts'
const firebase = 'src/server/services/identity/firebase-identity.ts'
const firebaseTest = 'src/server/services/identity/firebase-identity.test.ts'

/** Who somebody is. */
export const identityMutants: Mutant[] = [
  {
    guard: 'how soon an answer comes tells of no account',
    file: 'src/server/features/accounts/identity-routes.ts',
    find: '      if (rules[attempt]?.secretive === response.status) await untilNextBeat(started)\n',
    replace: '',
    noticedBy: ['src/server/features/accounts/identity-routes.test.ts'],
  },
  {
    guard: 'an account is taken over by a verified e-mail only',
    file: 'src/server/features/accounts/queries.ts',
    find: '  if (!identity.isVerified) {\n',
    replace: '  if (identity.email === undefined) {\n',
    noticedBy: ['src/server/features/accounts/switching-provider.test.ts'],
  },
  {
    guard: 'Google opens an account only by an address that it has verified',
    file: embedded,
    find: "source.oauth?.profile?.['email_verified'] === true",
    replace: "source.oauth?.profile?.['email_verified'] !== undefined",
    noticedBy: [embeddedTest],
  },
  {
    guard: 'Google joins no account whose address was never verified',
    file: embedded,
    find: 'requireLocalEmailVerified: true',
    replace: 'requireLocalEmailVerified: false',
    noticedBy: [embeddedTest],
  },
  {
    guard: 'in production no verifier believes unsigned ID tokens',
    file: firebase,
    find: 'production || !settings.emulatorUrl',
    replace: '!settings.emulatorUrl',
    noticedBy: [firebaseTest],
  },
  {
    guard: 'an ID token tells of a way to sign in that the shop offers',
    file: firebase,
    find: ' && signInProviders.includes(provider)',
    replace: ' && provider !== null',
    noticedBy: [firebaseTest],
  },
]
