import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { allFields, productFields } from '#contract/products/fields/product-fields.ts'
import type { ProductField } from '#contract/products/fields/product-fields.ts'
import { messages, NewProduct, products } from '#contract/products/products.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { useTouch } from '#web/domain/use-change.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { KeptText } from '#web/domain/kept-text.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PictureUpload } from '#web/ui/form/picture-upload.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { previewOf } from './preview.ts'
import { ProductCard } from '../catalogue/product-card.tsx'
import { ProductFields } from './product-fields.tsx'
import { ProductPictures } from './product-pictures.tsx'
import { PriceBreaks } from './rungs/price-breaks.tsx'
import { useBreaks } from './rungs/use-breaks.ts'
import { usePictures } from './use-pictures.ts'

type TypedProduct = z.input<typeof NewProduct>

// Safe: one empty text for each of the fields.
const nothingTyped = Object.fromEntries(allFields.map((name) => [name, ''])) as Record<
  ProductField,
  ''
>

export function AddProductPage() {
  const touch = useTouch()
  const [keys] = useState(attemptKeys)
  const form = useForm<TypedProduct, unknown, NewProduct>({
    resolver: zodResolver(NewProduct),
    defaultValues: nothingTyped,
  })
  const { errors, isSubmitting } = form.formState
  const draft = useDraft('new product', form, allFields)
  const breaks = useBreaks(form)
  const [{ img, imgAlt, morePictures }, setPictures] = usePictures(form)
  const imageUpload = useUpload((url) =>
    form.setValue('img', url, { shouldDirty: true, shouldValidate: true }),
  )

  const addProduct = form.handleSubmit(async (product) => {
    try {
      await call(products.add, { body: product }, { idempotencyKey: keys.keyFor(product) })
    } catch (error) {
      toast.error(messages.addFailed(product.name))
      showProblem(form, error)
      return
    }
    keys.finish()
    draft.forget()
    toast.success(messages.added(product.name))
    form.reset(nothingTyped, { keepFieldsRef: true })
    form.setFocus('name')
    void touch('catalogue')
  })

  return (
    <>
      <DashboardHead page={specifiedDashboard.addProduct} />
      <div className="columns columns--7-5">
        <Form className="panel form" isLockedMeanwhile onSubmit={addProduct}>
          <KeptText draft={draft} />
          <ProductFields
            names={allFields}
            register={form.register}
            errors={errors}
            rungs={<PriceBreaks {...breaks} error={errors.breaks?.message} />}
          />
          <PictureUpload
            control={form.control}
            name="img"
            label={productFields.img.input.label}
            hint={productFields.img.input.hint}
            upload={imageUpload}
          />
          <ProductPictures
            values={{ img, imgAlt, morePictures }}
            onChange={setPictures}
            error={errors.imgAlt?.message ?? errors.morePictures?.message}
          />
          {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting}
            aria-disabled={imageUpload.progress !== undefined}
          >
            Add product
          </Button>
        </Form>
        <Preview control={form.control} />
      </div>
    </>
  )
}

/** An inert card beside the form, as customers will see it. */
function Preview({ control }: { control: Control<TypedProduct, unknown, NewProduct> }) {
  const typed = useWatch({ control })
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">As the shop shows it</h2>
      <div inert>
        <ProductCard product={previewOf({ ...nothingTyped, ...typed })} />
      </div>
    </section>
  )
}
