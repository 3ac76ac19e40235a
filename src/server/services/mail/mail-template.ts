import { imprint } from '#contract/shared/company-details.ts'
import type { Mail } from './mail.ts'
import { lines, page } from './mail-layout.ts'

/** A mail before it is written out: both of its parts are made from this, so they say the same. */
export interface Letter {
  to: string
  subject: string
  /** What inboxes show beside the subject. */
  preheader: string
  /** The reader's name, used if it is one. */
  name?: string
  paragraphs: readonly string[]
  /** A table for each thing the mail is about: what it is called, and its value. */
  facts?: readonly Facts[]
  action?: { label: string; url: string }
  closing?: string
  /** Why the reader gets this mail, at its foot. */
  reason: string
  replyTo?: string
  /** For mailings: where a press ends them. */
  unsubscribeUrl?: string
}

export interface Facts {
  title: string
  rows: readonly (readonly [label: string, value: string])[]
}

/** Writes a letter out, as plain text and as HTML. `origin` is the address of the shop. */
export function writeLetter(letter: Letter, origin: string): Mail {
  const { to, subject, replyTo, unsubscribeUrl } = letter
  const greeting = plainName.test(letter.name ?? '') ? `Hello ${letter.name},` : 'Hello,'
  const foot = [letter.reason, `${imprint.name}, ${imprint.address}`]
  const written = { ...letter, greeting, foot, origin }
  return { to, subject, text: lines(written), html: page(written), replyTo, unsubscribeUrl }
}

// Whoever signs somebody else up chooses the name: it must not carry a message or an address.
const plainName = /^[\p{L}\p{M}' -]{1,40}$/u
