import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import type { ManagedTradeAccount, TradeAccount } from '#contract/trade-accounts.ts'
import type { MailContent } from '../../services/mail/mail.ts'

interface Decided {
  before: TradeAccount
  after: ManagedTradeAccount
  /** The address of the shop. */
  origin: string
}

type Words = Pick<MailContent, 'subject' | 'preheader' | 'paragraphs'>

const approved: Words = {
  subject: 'Your trade account is approved',
  preheader: 'Its terms apply to your orders from now on.',
  paragraphs: [
    'Your trade account is approved. Its terms apply to your orders from now on, and your invoices name your company.',
  ],
}

const changed: Words = {
  subject: 'Your trade account has changed',
  preheader: 'The new terms apply to your orders from now on.',
  paragraphs: [
    'The terms of your trade account have changed. They apply to your orders from now on; earlier orders keep their prices, unpaid ones only while they are reserved.',
  ],
}

const refused = (reason: string): Words => ({
  subject: 'Your request for a trade account',
  preheader: 'We could not approve it.',
  paragraphs: [
    `We could not approve your request for a trade account: ${reason}`,
    'You can change the request in your profile and send it again.',
  ],
})

const closed = (reason: string): Words => ({
  subject: 'Your trade account is closed',
  preheader: 'You pay list prices from now on.',
  paragraphs: [
    `Your trade account is closed${reason ? `: ${reason}` : '.'}`,
    'You pay list prices from now on. All your orders and invoices stay in your account, and unpaid orders keep their prices while they are reserved.',
  ],
})

function wordsOf(before: TradeAccount['state'], { state, reason }: TradeAccount): Words {
  if (state === 'refused') return refused(reason)
  if (state === 'closed') return closed(reason)
  return before === 'approved' ? changed : approved
}

/** The decision about a trade account, for its customer. */
export const decisionMail = ({ before, after, origin }: Decided): MailContent => ({
  to: after.email,
  name: after.name,
  ...wordsOf(before.state, after),
  ...(after.state === 'approved' && {
    facts: [{ title: 'Trade account', rows: termsOf(after) }],
  }),
  action: { label: 'See your profile', url: `${origin}/dashboard` },
  reason: 'You’re receiving this email because you asked us for a trade account.',
})

const termsOf = ({ company, taxId, taxExempt, priceList }: TradeAccount) => [
  ['Company', company] as const,
  ...(taxId ? [['Tax ID', taxId] as const] : []),
  ...(priceList ? listRows(priceList) : []),
  ...(taxExempt ? [['Taxes', 'None: exempt'] as const] : []),
]

const listRows = ({ name, percentOff, minOrder }: NonNullable<TradeAccount['priceList']>) => [
  ['Price list', percentOff > 0 ? `${name}: ${percentOff}% off` : name] as const,
  ...(minOrder > 0 ? [['Minimum order', dollars(minOrder)] as const] : []),
]

/** Without personal data, since the owner’s mailbox has retention periods of its own. */
export function requestsMail(
  count: number,
  { to, origin }: { to: string; origin: string },
): MailContent {
  const requests =
    count === 1
      ? '1 new request for a trade account'
      : `${groupDigits(count)} new requests for trade accounts`
  return {
    to,
    subject: requests,
    preheader: 'Please approve or refuse.',
    paragraphs: [`${requests} to approve or refuse.`],
    action: {
      label: 'See the requests',
      url: `${origin}/dashboard/tradeAccounts?tab=asked`,
    },
    reason: 'You’re receiving this email because OWNER_EMAILS contains this address.',
  }
}
