import { useQuery } from '@tanstack/react-query'
import { Building2, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import {
  messages,
  type OwnTradeAccount,
  isAsked,
  type TradeAccount,
  tradeAccounts,
  type TradeState,
} from '#contract/trade-accounts.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { useTouch } from '#web/domain/use-change.ts'
import { call, read } from '#web/lib/api/api.ts'
import { day } from '#web/lib/format/clock.ts'
import { useReopened } from '#web/lib/forms/use-reopened.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { tradeDraft, TradeForm } from './trade-form.tsx'
import { isKnown, labelOf } from '#contract/shared/open-enum.ts'

/** The trade account of the customer: asked for, decided by the shop, and what it means. */
export function TradeAccountSection() {
  const { email } = useAccount()
  const { data, error, refetch } = useQuery(read(tradeAccounts.one, { params: { email } }))
  return (
    <section className="panel stack own-data" aria-labelledby="trade-title">
      <h2 id="trade-title">Trade account</h2>
      {data ? (
        <Standing email={email} account={data} />
      ) : error ? (
        <FailedState heading="h3" title="Your trade account could not be loaded" onRetry={refetch}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  )
}

type StandingProps = { email: string; account: OwnTradeAccount }

function Standing({ email, account }: StandingProps) {
  const touch = useTouch()
  const [form, setForm] = useReopened('trade account')
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const close = () => setForm(undefined)
  const { state } = account
  const formLabel = isKnown(formLabels, state) ? formLabels[state] : formLabels.approved

  async function withdraw() {
    await call(tradeAccounts.withdraw, { params: { email } })
    await touch('ownTradeAccount')
    toast.success(messages.withdrawn)
  }

  return (
    <>
      {/* The state changes while the page is open. */}
      <div className="stack" aria-live="polite">
        <StateWords account={account} />
      </div>
      {isAsked(account) && <Facts account={account} />}
      <div className="cluster">
        <Button icon={state === 'none' ? Building2 : Pencil} onClick={() => setForm(tradeDraft)}>
          {formLabel}
        </Button>
        {state !== 'none' && state !== 'approved' && (
          <Button icon={Undo2} onClick={() => setIsWithdrawing(true)}>
            Withdraw request
          </Button>
        )}
      </div>
      <Dialog wide open={form === tradeDraft} onClose={close} title={formLabel}>
        <TradeForm
          email={email}
          account={account}
          onSaved={async () => {
            await touch('ownTradeAccount')
            toast.success(state === 'approved' ? messages.saved : messages.asked)
            close()
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={isWithdrawing}
        onClose={() => setIsWithdrawing(false)}
        title="Withdraw your request?"
        confirmLabel="Withdraw"
        cancelLabel="Keep"
        onConfirm={withdraw}
      >
        What you wrote about your company will be deleted. You can ask again at any time.
      </ConfirmDialog>
    </>
  )
}

const formLabels: Record<TradeState | 'none', string> = {
  none: 'Ask for a trade account',
  asked: 'Change request',
  approved: 'Change trade account',
  refused: 'Ask again',
  closed: 'Ask again',
}

function StateWords({ account }: { account: OwnTradeAccount }) {
  if (!isAsked(account)) {
    return (
      <p>
        For businesses: your company and tax ID on invoices, your own order numbers, and prices that
        we agree on with you.
      </p>
    )
  }
  const { state, reason, askedAt, decidedAt } = account
  if (state === 'asked') {
    return (
      <p>
        <b>Asked for</b> on <time dateTime={askedAt}>{day(askedAt)}</time>. We’ll email you our
        decision.
      </p>
    )
  }
  return (
    <>
      <p>
        <b>{labelOf(stateNames, state)}</b> on{' '}
        {decidedAt && <time dateTime={decidedAt}>{day(decidedAt)}</time>}.
        {state === 'closed' && ' Your orders and invoices stay, and new orders have list prices.'}
      </p>
      {reason && <p>Reason: {reason}</p>}
    </>
  )
}

const stateNames = { approved: 'Approved', refused: 'Not approved', closed: 'Closed' } as const

function Facts({ account }: { account: TradeAccount }) {
  const { company, taxId, taxExempt, priceList, invoiceAddress } = account
  const { referencePrefix, needsReference } = account
  return (
    <dl className="details">
      <dt>Company</dt>
      <dd>{company}</dd>
      <dt>Tax ID</dt>
      <dd>{taxId || <span className="muted">Not added</span>}</dd>
      {priceList && (
        <>
          <dt>Price list</dt>
          <dd>
            {priceList.name}
            {priceList.percentOff > 0 && `: ${priceList.percentOff}% off`}
            {priceList.minOrder > 0 && `, minimum order ${dollars(priceList.minOrder)}`}
          </dd>
        </>
      )}
      {taxExempt && (
        <>
          <dt>Taxes</dt>
          <dd>Exempt</dd>
        </>
      )}
      <dt>Invoice address</dt>
      <dd className="pre-wrap">{invoiceAddress}</dd>
      <dt>Your order numbers</dt>
      <dd>
        {needsReference ? 'Required for every order' : 'Optional'}
        {referencePrefix && `, beginning with ${referencePrefix}`}
      </dd>
    </dl>
  )
}
