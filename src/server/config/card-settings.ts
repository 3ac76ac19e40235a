import * as z from 'zod/mini'
import type { Given } from './setting-errors.ts'

/** Told apart by how they begin: a secret key in the place of the publishable one would be given to everybody. */
export const cardKeys = {
  STRIPE_SECRET_KEY: z.string().check(z.regex(/^[sr]k_/, 'must begin with sk_ or rk_')),
  STRIPE_PUBLISHABLE_KEY: z.string().check(z.regex(/^pk_/, 'must begin with pk_')),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.regex(/^whsec_/, 'must begin with whsec_')),
}

/** Whether somebody has set up an account of theirs, be it in part. */
export const hasCardKeys = (given: Given): boolean =>
  Object.keys(cardKeys).some((name) => given[name])

/** Live money or play money: what the key itself says. */
const modeOf = (key = '') => /^[srp]k_(live|test)_/.exec(key)?.[1]

/** With keys of two modes every payment would fail, and only once somebody pays. */
export function cardFaults(given: Given): string[] {
  const secret = modeOf(given['STRIPE_SECRET_KEY'])
  const publishable = modeOf(given['STRIPE_PUBLISHABLE_KEY'])
  if (!secret || !publishable || secret === publishable) return []
  return [`STRIPE_PUBLISHABLE_KEY is a ${publishable} key, STRIPE_SECRET_KEY a ${secret} one`]
}

/** A rehearsal of a shop runs in production with test keys, so they are no fault. */
export const cardWarnings = (given: Given): string[] =>
  modeOf(given['STRIPE_SECRET_KEY']) === 'test'
    ? ['the card keys are for tests: orders are paid with test cards, and no money arrives']
    : []
