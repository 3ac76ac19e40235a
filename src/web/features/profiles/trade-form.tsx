import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import {
  messages,
  type OwnTradeAccount,
  tradeAccounts,
  TradeFacts,
} from '#contract/trade/trade-accounts.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
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

type TradeFormProps = {
  email: string
  account: OwnTradeAccount
  onSaved: () => unknown
}

/** The request for a trade account; of an approved one what its customer may change. */
export function TradeForm({ email, account, onSaved }: TradeFormProps) {
  const form = useForm<TradeFacts>({
    resolver: zodResolver(TradeFacts),
    defaultValues: account.state === 'none' ? nothing : account,
  })
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
    await onSaved()
  })

  return (
    <Form className="form" onSubmit={save}>
      <Field
        label="Company"
        autoComplete="organization"
        error={errors.company?.message}
        {...form.register('company')}
        {...fixed}
      />
      <Field
        label="Tax ID"
        hint="Such as an EIN or a VAT number; may be empty"
        autoComplete="off"
        error={errors.taxId?.message}
        {...form.register('taxId')}
        {...fixed}
      />
      <TextAreaField
        label="Invoice address"
        hint="As it stands on your invoices"
        rows={4}
        autoComplete="street-address"
        error={errors.invoiceAddress?.message}
        {...form.register('invoiceAddress')}
      />
      <Field
        label="Your order numbers begin with"
        hint="Offered for each of your orders, such as PO-; may be empty"
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
