import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { products } from '#contract/products/products.ts'
import { type NewReview, reviews } from '#contract/reviews.ts'
import { read } from '#web/lib/api/api.ts'
import { useSearchParams } from '#web/lib/router/router-view.tsx'
import { SelectField } from '#web/ui/form/field.tsx'

export type TypedReview = z.input<typeof NewReview>

/** The subject of a review: the shop, a bought part, or the part whose page linked here. */
export function PartChoice({ form }: { form: UseFormReturn<TypedReview, unknown, NewReview> }) {
  const [search] = useSearchParams()
  const asked = search.get('product') ?? ''
  const bought = useQuery(read(reviews.bought, {}))
  const part = useQuery({
    ...read(products.one, { params: { id: asked } }),
    enabled: asked !== '',
  })
  const parts = [...(bought.data ?? [])]
  if (part.data && !parts.some(({ _id }) => _id === asked)) parts.push(part.data)
  const offered = parts.map(({ _id }) => _id).join(' ')
  const { getValues, setValue } = form

  // Browsers do not show a value that was selected before its option existed.
  useEffect(() => {
    const wanted = [getValues('product'), asked].find((id) => id && offered.split(' ').includes(id))
    setValue('product', wanted ?? '')
  }, [offered, asked, getValues, setValue])

  return (
    <SelectField
      label="Part (optional)"
      hint="Shown as a verified purchase if you bought it"
      error={form.formState.errors.product?.message}
      {...form.register('product')}
    >
      <option value="">The shop as a whole</option>
      {parts.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
