import * as z from 'zod/mini'
import type { Given } from './setting-errors.ts'

/** Distinguished by prefix: a secret key in place of the publishable one would be public. */
export const cardKeys = {
  STRIPE_SECRET_KEY: z.string().check(z.regex(/^[sr]k_/, 'must begin with sk_ or rk_')),
  STRIPE_PUBLISHABLE_KEY: z.string().check(z.regex(/^pk_/, 'must begin with pk_')),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.regex(/^whsec_/, 'must begin with whsec_')),
}

/** Whether an account of the card provider is configured, even in part. */
export const hasCardKeys = (given: Given): boolean =>
  Object.keys(cardKeys).some((name) => given[name])

/** `live` or `test`, from the key's prefix. */
const modeOf = (key = '') => /^[srp]k_(live|test)_/.exec(key)?.[1]

/** With keys of two modes every payment would fail, noticed only when a customer pays. */
export function cardFaults(given: Given): string[] {
  const secret = modeOf(given['STRIPE_SECRET_KEY'])
  const publishable = modeOf(given['STRIPE_PUBLISHABLE_KEY'])
  if (!secret || !publishable || secret === publishable) return []
  return [`STRIPE_PUBLISHABLE_KEY is a ${publishable} key, STRIPE_SECRET_KEY a ${secret} one`]
}

/** Test keys are valid in production: rehearsals use them. */
export const cardWarnings = (given: Given): string[] =>
  modeOf(given['STRIPE_SECRET_KEY']) === 'test'
    ? ['the card keys are test keys: orders are paid with test cards, and no money arrives']
    : []
