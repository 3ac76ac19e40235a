import type { Limit } from '#contract/shared/limits.ts'

const perMinute = (max: number) => ({ max, seconds: 60 })

/**
 * Attempts to sign in, beside the limits in the contract. An address may be shared by a whole workshop;
 * an account is limited wherever the attempts come from. The names are stored in the database.
 */
export const signInLimits = {
  'identity by address': perMinute(600),
  '/sign-in/email by address': perMinute(120),
  '/sign-in/email by email': perMinute(10),
  '/sign-up/email by address': perMinute(60),
  '/sign-up/email by email': perMinute(5),
  '/request-password-reset by address': perMinute(30),
  '/request-password-reset by email': perMinute(3),
  '/send-verification-email by address': perMinute(30),
  '/send-verification-email by email': perMinute(3),
} as const satisfies Record<string, Limit>

export type SignInLimitName = keyof typeof signInLimits

/**
 * New accounts of one address, each up to `SIGN_UPS_PER_HOUR`: those created at the embedded identity provider,
 * and those that the shop first sees by an ID token, of any provider.
 */
export type NewAccountLimitName = 'sign-ups by address' | 'accounts by address'
