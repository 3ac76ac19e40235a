import { groupDigits, unitsText } from '#contract/formats/formatting.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type ManagedProduct, manageProducts } from '#contract/products/manage-products.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { deltaOf, outcomeOf, StockForm as Schema, stockKinds } from './stock-change.ts'

type Typed = z.input<typeof Schema>

const nothingTyped: Typed = { kind: 'came', units: '', reason: '' }

/** Not the units: if the answer was lost, the stock may have them, and they would be added twice. */
const draftFields = ['kind', 'reason'] as const

type StockFormProps = {
  product: ManagedProduct
  /** Loads the current product. */
  refresh: () => Promise<unknown>
}

/** Changes the stock by a difference, which keeps sales that happen meanwhile. */
export function StockForm({ product: { _id: id, name, quantity }, refresh }: StockFormProps) {
  const [keys] = useState(attemptKeys)
  const form = useForm<Typed, unknown, Schema>({
    resolver: zodResolver(Schema),
    defaultValues: nothingTyped,
  })
  const draft = useDraft(`stock of ${id}`, form, draftFields)
  const { errors, isSubmitting } = form.formState
  const [kind, units] = useWatch({ control: form.control, name: ['kind', 'units'] })

  const change = form.handleSubmit(async ({ reason, ...typed }) => {
    const delta = deltaOf(typed, quantity)
    if (delta === 0) {
      form.setError(
        'units',
        { message: `The stock is already ${groupDigits(quantity)}` },
        { shouldFocus: true },
      )
      return
    }
    const body = { delta, reason, ...(typed.kind === 'counted' && { seen: quantity }) }
    try {
      const answer = await call(
        manageProducts.stock,
        { params: { id }, body },
        { idempotencyKey: keys.keyFor(body) },
      )
      keys.finish()
      draft.forget()
      form.reset(nothingTyped)
      toast.success(`${name}: ${unitsText(answer.quantity)} in stock`)
      await refresh()
    } catch (error) {
      if (isProblem(error, 'changed-meanwhile')) {
        const message = `${error.message}: stock has changed since you opened this page. Check it again`
        form.setError('units', { message }, { shouldFocus: true })
      } else showProblem(form, error, { delta: 'units' })
      // Not awaited: the form takes no typing until the submit ends, and its text is to be corrected.
      void refresh()
    }
  })

  return (
    <Form className="panel form" aria-labelledby="stock-title" isLockedMeanwhile onSubmit={change}>
      <h2 id="stock-title">Stock</h2>
      <KeptText draft={draft} />
      <p>{quantity === 1 ? '1 unit is in stock' : `${groupDigits(quantity)} units are in stock`}</p>
      <SelectField label="What happened" {...form.register('kind')}>
        {Object.entries(stockKinds).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <Field
        label="Units"
        hint={outcomeOf({ kind, units }, quantity)}
        inputMode="numeric"
        autoComplete="off"
        error={errors.units?.message}
        {...form.register('units')}
      />
      <Field
        label="Reason"
        hint="Saved in the audit log"
        autoComplete="off"
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Change stock
      </Button>
    </Form>
  )
}
