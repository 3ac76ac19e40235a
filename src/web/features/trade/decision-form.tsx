import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shop } from '#contract/shop.ts'
import type { Decision, ManagedTradeAccount } from '#contract/trade-accounts.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useTypedDraft } from '#web/lib/forms/use-typed-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, SelectField, TextAreaField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { Step } from './account-row.tsx'
import { usePriceLists } from './lists/price-list-data.ts'

export const dialogTitles: Record<Step, string> = {
  approve: 'Approve this trade account?',
  terms: 'Change the terms of this trade account',
  refuse: 'Refuse this request?',
  close: 'Close this trade account?',
}

const submitLabels: Record<Step, string> = {
  approve: 'Approve',
  terms: 'Save terms',
  refuse: 'Refuse',
  close: 'Close trade account',
}

const consequences: Record<Step, string> = {
  approve: 'will be emailed; the terms apply from the next order.',
  terms: 'will be emailed; the terms apply from the next order.',
  refuse: 'will be emailed the reason, and can ask again.',
  close: 'will be emailed. Orders and invoices stay; new orders have list prices.',
}

const noReason = { reason: '' }

type DecisionFormProps = {
  account: ManagedTradeAccount
  step: Step
  onDecide: (decision: Omit<Decision, 'seen'>) => Promise<unknown>
  onCancel: () => void
}

/** What an admin decides about a trade account. */
export function DecisionForm({ account, step, onDecide, onCancel }: DecisionFormProps) {
  const lists = usePriceLists()
  const { data: settings } = useQuery(read(shop.config, {}))
  const [priceList, setPriceList] = useState(account.priceList?._id ?? '')
  const [taxExempt, setTaxExempt] = useState(account.taxExempt)
  const { values, change, forget, draft } = useTypedDraft(`${step} ${account._id}`, noReason)
  const { reason } = values
  const [problem, setProblem] = useState<string>()
  const isApproval = step === 'approve' || step === 'terms'
  // The account's own, while the others are loaded.
  const shownLists = lists.data ?? (account.priceList ? [account.priceList] : [])

  async function decide() {
    setProblem(undefined)
    if (step === 'refuse' && reason.trim() === '') {
      setProblem('A reason is Required: the customer will see it')
      return
    }
    try {
      await onDecide({
        state: isApproval ? 'approved' : step === 'refuse' ? 'refused' : 'closed',
        taxExempt: isApproval && taxExempt,
        priceList: (isApproval && priceList) || null,
        reason: isApproval ? '' : reason,
      })
      forget()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  return (
    <Form className="form" onSubmit={decide}>
      <KeptText draft={draft} />
      <p>
        <b>{account.company}</b>, {account.email}: {consequences[step]}
      </p>
      {isApproval ? (
        <>
          <SelectField
            label="Price list"
            value={priceList}
            onChange={({ target }) => setPriceList(target.value)}
          >
            <option value="">None: public prices</option>
            {shownLists.map(({ _id, name, percentOff }) => (
              <option key={_id} value={_id}>
                {name}
                {percentOff > 0 && `, ${percentOff}% off`}
              </option>
            ))}
          </SelectField>
          {(settings?.taxes || account.taxExempt) && (
            <label className="trade-exempt">
              <input
                type="checkbox"
                className="checkbox"
                checked={taxExempt}
                onChange={({ target }) => setTaxExempt(target.checked)}
              />
              Tax exempt: no tax on its orders
            </label>
          )}
        </>
      ) : (
        <TextAreaField
          label="Reason"
          hint={
            step === 'refuse' ? 'The customer will see it' : 'The customer will see it (optional)'
          }
          rows={3}
          maxLength={300}
          value={reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      {lists.error && isApproval && (
        <ErrorLine>The price lists could not be loaded. {sentenceFor(lists.error)}</ErrorLine>
      )}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={isApproval ? 'primary' : 'danger'}>
          {submitLabels[step]}
        </Button>
      </div>
    </Form>
  )
}
