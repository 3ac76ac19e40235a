import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import {
  isAsked,
  messages,
  type OwnTradeAccount,
  tradeAccounts,
  TradeFacts,
} from '#contract/trade-accounts.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, TextAreaField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

const nothing: TradeFacts = {
  company: '',
  taxId: '',
  invoiceAddress: '',
  referencePrefix: '',
  needsReference: false,
}

/** The name of the form's draft. */
export const tradeDraft = 'trade account'

const draftFields = [
  'company',
  'taxId',
  'invoiceAddress',
  'referencePrefix',
  'needsReference',
] as const

const labels = {
  company: 'Company',
  taxId: 'Tax ID',
  invoiceAddress: 'Invoice address',
  referencePrefix: 'Your order numbers begin with',
  needsReference: 'Refuse orders without our order number',
}

type TradeFormProps = {
  email: string
  account: OwnTradeAccount
  onSaved: () => unknown
}

/** The request for a trade account; of an approved one what its customer may change. */
export function TradeForm({ email, account, onSaved }: TradeFormProps) {
  const stored = isAsked(account) ? factsOf(account) : nothing
  const form = useForm<TradeFacts>({
    resolver: zodResolver(TradeFacts),
    defaultValues: stored,
  })
  const draft = useDraft(tradeDraft, form, draftFields, stored)
  const { errors, isSubmitting } = form.formState
  const isApproved = account.state === 'approved'
  const fixed = isApproved ? { readOnly: true, hint: messages.companyFixed } : {}

  const save = form.handleSubmit(async (body) => {
    try {
      await call(tradeAccounts.save, { params: { email }, body })
    } catch (error) {
      showProblem(form, error)
      return
    }
    draft.forget()
    await onSaved()
  })

  return (
    <Form className="form" onSubmit={save}>
      <KeptText draft={draft} labels={labels} />
      <Field
        label="Company"
        autoComplete="organization"
        error={errors.company?.message}
        {...form.register('company')}
        {...fixed}
      />
      <Field
        label="Tax ID"
        hint="EIN or VAT number (optional)"
        autoComplete="off"
        error={errors.taxId?.message}
        {...form.register('taxId')}
        {...fixed}
      />
      <TextAreaField
        label="Invoice address"
        hint="As shown on your invoices"
        rows={4}
        autoComplete="street-address"
        error={errors.invoiceAddress?.message}
        {...form.register('invoiceAddress')}
      />
      <Field
        label="Your order numbers begin with"
        hint="Prefilled for each order, such as PO- (optional)"
        autoComplete="off"
        error={errors.referencePrefix?.message}
        {...form.register('referencePrefix')}
      />
      <label className="cluster">
        <input type="checkbox" className="checkbox" {...form.register('needsReference')} />
        Refuse orders without our order number
      </label>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isApproved ? 'Save' : 'Send request'}
      </Button>
    </Form>
  )
}

const factsOf = (account: TradeFacts): TradeFacts => ({
  company: account.company,
  taxId: account.taxId,
  invoiceAddress: account.invoiceAddress,
  referencePrefix: account.referencePrefix,
  needsReference: account.needsReference,
})
