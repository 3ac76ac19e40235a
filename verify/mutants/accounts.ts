import type { Mutant } from './mutant.ts'

const confirmAddress = 'src/server/services/identity/confirm-address.ts'
const knownBrowsers = 'src/server/services/identity/known-browsers.ts'
const provider = 'src/server/services/identity/embedded-provider.ts'
const attemptLimits = 'src/server/features/accounts/attempt-limits.ts'

const confirmationTest = 'src/server/features/accounts/confirmation.test.ts'
const guessingTest = 'src/server/features/accounts/guessing.test.ts'
const googleTest = 'src/server/services/identity/embedded-google.test.ts'
const signInTest = 'src/server/services/identity/embedded-sign-in.test.ts'

const profiles = 'src/server/features/profiles/queries.ts'
const profilesTest = 'src/server/features/profiles/profiles.test.ts'

/** Whose an account is, and who may guess at its password. */
export const accountMutants: Mutant[] = [
  {
    guard: 'a field of a profile that is saved as it was seen keeps what is stored',
    file: profiles,
    find: 'changes[field] === seen[field]',
    replace: 'changes[field] === stored[field]',
    noticedBy: [profilesTest],
  },
  {
    guard: 'changes of one profile wait for each other',
    file: profiles,
    find: '.forNoKeyUpdate()',
    replace: '',
    noticedBy: [profilesTest],
  },
  {
    guard: 'a login that load shedding refuses is not counted as a failure',
    file: 'src/server/features/accounts/identity-routes.ts',
    find: '  if (isShed(error)) await forgive()\n',
    replace: '',
    noticedBy: ['src/server/features/accounts/busy-sign-in.test.ts'],
  },
  {
    guard: 'a link confirms an address only in a browser in which its account was signed in to',
    file: confirmAddress,
    find: 'if (!(await findKnownBrowser(parts.db, browser, user))) {',
    replace: 'if (!browser && !user) {',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'in other browsers an address is confirmed by the password of its account',
    file: confirmAddress,
    find: '!hash || !(await passwords.verify({ hash, password }))',
    replace: '!hash',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'guesses at the page of a link count for the account of the link',
    file: confirmAddress,
    find: 'user?.email !== email.toLowerCase()',
    replace: '!user',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'a confirmation ends every other session',
    file: confirmAddress,
    find: 'and token <> ${keep}',
    replace: 'and token = ${keep}',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'an ID token ends with its session',
    file: 'src/server/services/identity/identity.ts',
    find: '      if ((await options.hasSession?.(claims)) === false) throw unauthenticated()\n',
    replace: '',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'configured admin rights need a sign-in after the address was verified',
    file: 'src/server/features/accounts/routes.ts',
    find: ' && identity.wasVerifiedAtSignIn',
    replace: '',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'an account that Google takes over loses its password',
    file: confirmAddress,
    find: `and "providerId" = 'credential'`,
    replace: `and "providerId" = 'none'`,
    noticedBy: [googleTest],
  },
  {
    guard: 'Google takes over no verified account',
    file: confirmAddress,
    find: '    if ((await lockAccount(trx, userId)).isVerified) return\n    await sql`delete from identity.account',
    replace: '    await sql`delete from identity.account',
    noticedBy: [googleTest],
  },
  {
    guard: 'a new password makes all browsers unknown',
    file: confirmAddress,
    find: '  await forgetBrowsers(trx, userId)\n',
    replace: '',
    noticedBy: [guessingTest, googleTest],
  },
  {
    guard: 'a browser is known to the accounts that signed in there only',
    file: knownBrowsers,
    find: ' and email = ${email.toLowerCase()}',
    replace: '',
    noticedBy: [confirmationTest, guessingTest],
  },
  {
    guard: 'the token of a known browser is replaced at each sign-in',
    file: knownBrowsers,
    find: '  if (old) {\n',
    replace: '  if (old && !token) {\n',
    noticedBy: [confirmationTest],
  },
  {
    guard: 'guesses of one IP address at one account are limited',
    file: attemptLimits,
    find: '  await takeForEach(`${attempt} by email and address`, pairOf)\n',
    replace: '',
    noticedBy: [guessingTest],
  },
  {
    guard: 'guesses of a known browser are limited',
    file: attemptLimits,
    find: '    await limits.takeExactly(name, key)\n',
    replace: '',
    noticedBy: [guessingTest],
  },
  {
    guard: 'after many failures unknown browsers pause between two guesses',
    file: attemptLimits,
    find: `    await limits.takeExactly('/sign-in/email after a pause', pair, limit)\n`,
    replace: '',
    noticedBy: [guessingTest],
  },
  {
    guard: 'a refused guess brings no account closer to its limit',
    file: attemptLimits,
    find: `    await limits.giveBack('/sign-in/email by account', email)\n    throw error`,
    replace: '    throw error',
    noticedBy: [guessingTest],
  },
  {
    guard: 'a password that is replaced during a login begins no session',
    file: provider,
    find: 'if (before !== (await findCredential(db, ctx.body))) {',
    replace: 'if (!newSession) {',
    noticedBy: [signInTest],
  },
  {
    guard: 'a newer reset link voids the older ones',
    file: provider,
    find: '        await voidResetLinks(db, user.id, { olderThan: token })\n',
    replace: '',
    noticedBy: [signInTest],
  },
  {
    guard: 'a used reset link voids all others of the account',
    file: confirmAddress,
    find: '  await voidResetLinks(trx, userId)\n',
    replace: '',
    noticedBy: [signInTest],
  },
  {
    guard: 'a reset link whose mail is not sent is void',
    file: provider,
    find: '        if (!(await mayMail(user, request))) return voidResetLinks(db, user.id, { only: token })\n',
    replace: '',
    noticedBy: [signInTest],
  },
  {
    guard: 'verification mails to one address are bounded for each day',
    file: provider,
    find: 'if (await mayMail(user, request)) await options.sendVerification(user, url)',
    replace: 'await options.sendVerification(user, url)',
    noticedBy: ['src/server/features/accounts/open-identity.test.ts'],
  },
  {
    guard: 'sign-up stores no address of a picture',
    file: provider,
    find: '{ data: { image: null } }',
    replace: '{ data: {} }',
    noticedBy: [signInTest],
  },
]
