import * as z from 'zod/mini'
import type { Given } from './setting-errors.ts'

const key = (form: RegExp, fault: string) => z.string().check(z.regex(form, fault))

/**
 * Distinguished by prefix: a secret key in place of the publishable one would be public. A bare prefix is refused: anybody
 * could sign webhook events with it.
 */
export const cardKeys = {
  STRIPE_SECRET_KEY: key(/^[sr]k_(?!(?:live|test)_?$)\w+$/, 'must be like sk_live_… or rk_live_…'),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(?!(?:live|test)_?$)\w+$/, 'must be like pk_live_…'),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_[\w+/=-]+$/, 'must be like whsec_…'),
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
