import { BadgeCheck, BadgeX, CircleHelp, LockKeyhole } from 'lucide-react'
import type { ManagedTradeAccount, TradeState } from '#contract/trade-accounts.ts'
import { day } from '#web/lib/format/clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { isKnown, labelOf } from '#contract/shared/open-enum.ts'

export const business = ({ company, name, email }: ManagedTradeAccount) => (
  <span translate="no">
    <span className="table__main">{company}</span>
    <small>
      {name ? `${name}, ` : ''}
      {email}
    </small>
  </span>
)

const badges = {
  asked: { tone: 'warn', icon: CircleHelp },
  approved: { tone: 'ok', icon: BadgeCheck },
  refused: { tone: 'danger', icon: BadgeX },
  closed: { tone: 'danger', icon: LockKeyhole },
} as const

const stateTexts: Record<TradeState, string> = {
  asked: 'New request',
  approved: 'Approved',
  refused: 'Refused',
  closed: 'Closed',
}

export const standing = ({ state, priceList, taxExempt, ...account }: ManagedTradeAccount) => (
  <span>
    <span className="cluster">
      <Badge {...(isKnown(badges, state) && badges[state])}>{labelOf(stateTexts, state)}</Badge>
      {priceList && <Badge tone="info">{priceList.name}</Badge>}
      {taxExempt && <Badge tone="info">Tax exempt</Badge>}
    </span>
    <small>
      <time dateTime={account.decidedAt ?? account.askedAt}>
        {day(account.decidedAt ?? account.askedAt)}
      </time>
      {account.reason && `: ${account.reason}`}
    </small>
  </span>
)

export const billing = ({ taxId, invoiceAddress }: ManagedTradeAccount) => (
  <span className="pre-wrap">
    {invoiceAddress}
    {taxId && `\nTax ID: ${taxId}`}
  </span>
)

export type Step = 'approve' | 'terms' | 'refuse' | 'close'

const stepsOf: Record<TradeState, readonly Step[]> = {
  asked: ['approve', 'refuse'],
  approved: ['terms', 'close'],
  refused: ['approve'],
  closed: ['approve'],
}

const labels: Record<Step, string> = {
  approve: 'Approve',
  terms: 'Change terms',
  refuse: 'Refuse',
  close: 'Close',
}

type StepsProps = {
  account: ManagedTradeAccount
  onChoose: (step: Step, pressed: HTMLButtonElement) => void
}

export const Steps = ({ account, onChoose }: StepsProps) => (
  <span className="cluster">
    {(isKnown(stepsOf, account.state) ? stepsOf[account.state] : []).map((step) => (
      <Button
        key={step}
        size="small"
        aria-label={`${labels[step]} ${account.company}`}
        onClick={({ currentTarget }) => onChoose(step, currentTarget)}
      >
        {labels[step]}
      </Button>
    ))}
  </span>
)
