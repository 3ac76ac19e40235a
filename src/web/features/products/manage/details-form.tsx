import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import {
  editableFields,
  fieldSpec,
  productFields,
} from '#contract/products/fields/product-fields.ts'
import type { EditableField } from '#contract/products/fields/product-fields.ts'
import {
  type ManagedProduct,
  manageProducts,
  type ProductChange,
  ProductDetails,
} from '#contract/products/manage-products.ts'
import { readLadder, writeLadder } from '#contract/prices/ladder.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem, showSaved } from '#web/lib/forms/forms.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { KeptText } from '#web/domain/kept-text.tsx'
import { PictureUpload } from '#web/ui/form/picture-upload.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ProductFields } from './product-fields.tsx'
import { ProductPictures } from './product-pictures.tsx'
import { PriceBreaks } from './rungs/price-breaks.tsx'
import { useBreaks } from './rungs/use-breaks.ts'
import { usePictures } from './use-pictures.ts'

type Typed = z.input<typeof ProductDetails>
type Details = Required<Pick<ProductDetails, Exclude<EditableField, 'breaks'>>> & {
  /** Missing in a draft of a version before. */
  breaks?: string
}

const draftFields = [...editableFields, 'reason'] as const
const labels = Object.fromEntries(editableFields.map((name) => [name, productFields[name].title]))

const detailsOf = (product: ManagedProduct) =>
  // Safe: the fields of the form with the values of the product.
  Object.fromEntries(
    editableFields.map((name) => [name, typedValue(name, product[name])]),
  ) as Details

function typedValue(name: EditableField, value: ManagedProduct[EditableField] = '') {
  const { choices } = fieldSpec(name)
  if (typeof value === 'object') return writeLadder(value)
  // A choice that this version does not know is kept until another one is chosen.
  return choices && !(value in choices) ? '' : value
}

/** The expected version of a change. An empty input stands for a field that the API leaves out. */
const seenOf = (details: Details) =>
  // Safe: a field that is not optional is never empty.
  Object.fromEntries(
    Object.entries({ ...details, breaks: readLadder(details.breaks ?? '') }).filter(
      ([, value]) => value !== '',
    ),
  ) as ProductChange['seen']

type DetailsFormProps = {
  product: ManagedProduct
  /** Loads the current product. */
  refresh: () => Promise<ManagedProduct | undefined>
}

/** Edits the details of a product. Conflicting changes of another admin are shown first. */
export function DetailsForm({ product, refresh }: DetailsFormProps) {
  const form = useForm<Typed, unknown, ProductDetails>({
    resolver: zodResolver(ProductDetails),
    defaultValues: { ...detailsOf(product), reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const draftName = `changed product ${product._id}`
  const draft = useDraft(draftName, form, draftFields, detailsOf(product))
  const breaks = useBreaks(form)
  const [{ img, imgAlt, morePictures }, setPictures] = usePictures(form)
  const imageUpload = useUpload((url) =>
    form.setValue('img', url, { shouldDirty: true, shouldValidate: true }),
  )

  const save = form.handleSubmit(async (details) => {
    const params = { id: product._id }
    const sent = form.getValues()
    try {
      const seen = seenOf(draft.seen ?? detailsOf(product))
      await call(manageProducts.change, { params, body: { ...details, seen } })
    } catch (error) {
      showProblem(form, error)
      const current = isProblem(error, 'changed-meanwhile') && (await refresh())
      if (current) draft.see(detailsOf(current))
      return
    }
    draft.forget()
    const current = await refresh()
    if (current) beginWith(current, sent)
    toast.success(`Product ${details.name} saved`)
  })

  function beginWith(current: ManagedProduct, sent: Typed) {
    draft.see(detailsOf(current))
    showSaved(form, sent, { ...detailsOf(current), reason: '' })
  }

  function discard() {
    draft.forget()
    beginWith(product, form.getValues())
    form.setFocus('name')
  }

  return (
    <Form className="panel form" aria-labelledby="details-title" onSubmit={save}>
      <h2 id="details-title">Details</h2>
      <KeptText draft={{ ...draft, discard }} labels={labels} />
      <ProductFields
        names={editableFields}
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
      <Field
        label="Reason"
        hint="Optional, saved in the audit log"
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
