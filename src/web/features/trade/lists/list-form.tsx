import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { NewPriceList, type PriceList } from '#contract/prices/price-lists.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

const draftFields = ['name', 'percentOff', 'minOrder'] as const
const labels = { name: 'Name', percentOff: 'Percent off', minOrder: 'Minimum order' }

type ListFormProps = {
  /** The list to change; a new one without. */
  changed: PriceList | undefined
  onSave: (facts: NewPriceList) => Promise<unknown>
  onCancel: () => void
}

/** Name, percentage and minimum order of a price list. */
export function ListForm({ changed, onSave, onCancel }: ListFormProps) {
  const stored = {
    name: changed?.name ?? '',
    percentOff: String(changed?.percentOff ?? 0),
    minOrder: String(changed?.minOrder ?? 0),
  }
  const form = useForm<z.input<typeof NewPriceList>, unknown, NewPriceList>({
    resolver: zodResolver(NewPriceList),
    defaultValues: stored,
  })
  const draft = useDraft(`price list ${changed?._id ?? ''}`, form, draftFields, stored)
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async (facts) => {
    try {
      await onSave(facts)
      draft.forget()
    } catch (error) {
      showProblem(form, error)
    }
  })

  return (
    <Form className="form" onSubmit={save}>
      <KeptText draft={draft} labels={labels} />
      <Field
        label="Name"
        hint="Customers see it next to their prices"
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Field
        label="Percent off"
        hint="Discount on all list prices. Use 0 for individual prices only"
        inputMode="decimal"
        autoComplete="off"
        error={errors.percentOff?.message}
        {...form.register('percentOff')}
      />
      <Field
        label="Minimum order"
        hint="In dollars, without shipping; 0 for no minimum"
        inputMode="decimal"
        autoComplete="off"
        error={errors.minOrder?.message}
        {...form.register('minOrder')}
      />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {changed ? 'Save' : 'Add price list'}
        </Button>
      </div>
    </Form>
  )
}
