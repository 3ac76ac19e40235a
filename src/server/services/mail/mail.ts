export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The address for replies, if not the shop's. */
  replyTo?: string | undefined
  /** For mailings: the address of the one-click unsubscription. */
  unsubscribeUrl?: string | undefined
}

/** A mail in the outbox. */
export interface QueuedMail extends Mail {
  id: number
  createdAt: Date
}

/** What a mail says; its text and its HTML are rendered from this, so they cannot differ. */
export interface MailContent {
  to: string
  subject: string
  /** The preview that inboxes show beside the subject. */
  preheader: string
  /** The reader's name for the greeting, left out unless it looks like a name. */
  name?: string
  paragraphs: readonly string[]
  /** Tables of labels and values, one for each subject of the mail. */
  facts?: readonly Facts[]
  action?: Link
  closing?: string
  /** The footer's reason for sending the reader this mail. */
  reason: string
  replyTo?: string
  /** For mailings: the address of the one-click unsubscription. */
  unsubscribeUrl?: string
}

export interface Link {
  label: string
  url: string
}

export interface Facts {
  title: string
  rows: readonly (readonly [label: string, value: string])[]
  link?: Link
}
