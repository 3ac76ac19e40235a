import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import { type ManagedProduct, manageProducts, ProductDetails } from '#contract/manage-products.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { useEditDraft } from '#web/lib/forms/use-draft.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RestoredDraft } from '#web/domain/restored-draft.tsx'
import { PictureUpload } from '#web/ui/form/picture-upload.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ProductFields } from './product-fields.tsx'

type Typed = z.input<typeof ProductDetails>

const kept = ['name', 'price', 'description', 'img', 'partNumber', 'kind'] as const

const detailsOf = ({ name, price, description, img, partNumber = '', kind }: ManagedProduct) => ({
  name,
  price,
  description,
  img,
  partNumber,
  // A kind that this version does not know is left as it is until another is chosen.
  kind: kindKeys.find((key) => key === kind) ?? ('' as const),
})

type DetailsFormProps = {
  product: ManagedProduct
  /** Asks for the product as it is now. */
  refresh: () => Promise<ManagedProduct | undefined>
}

/** Changes what is written about a product; what somebody else has written meanwhile is told first. */
export function DetailsForm({ product, refresh }: DetailsFormProps) {
  const { email } = useAccount()
  const form = useForm<Typed, unknown, ProductDetails>({
    resolver: zodResolver(ProductDetails),
    defaultValues: { ...detailsOf(product), reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const draftName = `changed product ${product._id} by ${email}`
  const draft = useEditDraft(draftName, form, kept, detailsOf(product))
  const imageUpload = useUpload((url) =>
    form.setValue('img', url, { shouldDirty: true, shouldValidate: true }),
  )

  const save = form.handleSubmit(async (details) => {
    const params = { id: product._id }
    try {
      await call(manageProducts.change, { params, body: { ...details, seen: draft.seen } })
    } catch (error) {
      showProblem(form, error)
      const current = isProblem(error, 'changed-meanwhile') && (await refresh())
      if (current) draft.see(detailsOf(current))
      return
    }
    draft.forget()
    toast.success(`Product ${details.name} is changed`)
    const current = await refresh()
    if (current) beginWith(current)
  })

  function beginWith(current: ManagedProduct) {
    draft.see(detailsOf(current))
    form.reset({ ...detailsOf(current), reason: '' }, { keepFieldsRef: true })
  }

  function discard() {
    draft.forget()
    beginWith(product)
    form.setFocus('name')
  }

  return (
    <Form className="panel form" aria-labelledby="details-title" onSubmit={save}>
      <h2 id="details-title">Details</h2>
      {draft.isRestored && <RestoredDraft onDiscard={discard} />}
      <ProductFields register={form.register} errors={errors} />
      <PictureUpload
        control={form.control}
        name="img"
        label="Image"
        hint="JPEG, PNG, WebP or AVIF, up to 8 MB"
        upload={imageUpload}
      />
      <Field
        label="Reason"
        hint="Kept in the audit log; may be left empty"
        autoComplete="off"
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button
        type="submit"
        variant="primary"
        busy={isSubmitting}
        aria-disabled={imageUpload.progress !== undefined}
      >
        Save changes
      </Button>
    </Form>
  )
}
