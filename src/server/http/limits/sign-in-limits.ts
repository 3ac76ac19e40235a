import type { Limit } from '#contract/shared/limits.ts'

const minute = 60
const hour = 60 * minute
const perMinute = (max: number) => ({ max, seconds: minute })

/**
 * Attempts to sign in, beside the limits in the contract. An IP address may be shared by a whole workshop, so an
 * e-mail address is limited for each IP address on its own: guesses of others keep its owner out of nothing. The
 * names are stored in the database.
 */
export const signInLimits = {
  'identity by address': perMinute(600),
  '/sign-in/email by address': perMinute(120),
  '/sign-in/email by email and address': perMinute(10),
  '/sign-in/email by known browser': perMinute(10),
  /** Failures of all unknown browsers. From {@link guessesWithoutPause} on they have to pause. */
  '/sign-in/email by account': { max: 1_000, seconds: hour },
  /** For its seconds see {@link pauseAfter}. */
  '/sign-in/email after a pause': { max: 1, seconds: minute },
  '/sign-up/email by address': perMinute(60),
  '/sign-up/email by email and address': perMinute(5),
  '/sign-up/email by known browser': perMinute(5),
  '/request-password-reset by address': perMinute(30),
  '/request-password-reset by email and address': perMinute(3),
  '/request-password-reset by known browser': perMinute(3),
  '/send-verification-email by address': perMinute(30),
  '/send-verification-email by email and address': perMinute(3),
  '/send-verification-email by known browser': perMinute(3),
  /** For its number see the setting `ACCOUNT_MAILS_PER_DAY`. */
  'account mails': { max: 10, seconds: 24 * hour },
} as const satisfies Record<string, Limit>

export type SignInLimitName = keyof typeof signInLimits

/**
 * New accounts of one address, each up to `SIGN_UPS_PER_HOUR`: those created at the embedded identity provider,
 * and those that the shop first sees by an ID token, of any provider.
 */
export type NewAccountLimitName = 'sign-ups by address' | 'accounts by address'

/** Failed logins of one account within an hour, over all IP addresses, until each address has to pause. */
export const guessesWithoutPause = 100

/** Seconds between two tries from one IP address: a minute, doubled by every further hundred failures. */
export const pauseAfter = (failures: number): number =>
  Math.min(minute * 2 ** Math.floor((failures - 1) / guessesWithoutPause - 1), hour)
