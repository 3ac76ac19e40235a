import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { messages, type Profile, ProfileChanges, profiles } from '#contract/profiles.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { useTouch } from '#web/domain/use-change.ts'
import { ContactFields } from '#web/domain/contact-fields.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { KeptText } from '#web/domain/kept-text.tsx'
import { PictureUpload } from '#web/ui/form/picture-upload.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

/** The name of the form's draft. */
export const profileDraft = 'profile'

const draftFields = ['name', 'address', 'phone', 'fbLink', 'img'] as const

const labels = {
  name: 'Name',
  address: 'Address',
  phone: 'Phone',
  fbLink: 'Social link',
  img: 'Photo',
}

/** The first wrong field gets the focus in the order of registration, and ContactFields registers its fields last. */
const fieldOrder = ['name', 'phone', 'address', 'fbLink'] as const

type ProfileFormProps = {
  profile: Profile
  onSaved: () => void
}

export function ProfileForm({ profile: { email, ...profile }, onSaved }: ProfileFormProps) {
  const touch = useTouch()
  const { renew } = useSession()
  const form = useForm<ProfileChanges>({
    resolver: zodResolver(ProfileChanges),
    defaultValues: profile,
  })
  const { errors, isSubmitting } = form.formState
  for (const field of fieldOrder) form.register(field)
  const draft = useDraft(profileDraft, form, draftFields, profile)
  const photoUpload = useUpload((url) =>
    form.setValue('img', url, { shouldDirty: true, shouldValidate: true }),
  )

  const save = form.handleSubmit(async (changes) => {
    try {
      const params = { email }
      await call(profiles.save, { params, body: { ...changes, seen: draft.seen } })
    } catch (error) {
      toast.error(messages.saveFailed(changes.name))
      showProblem(form, error)
      return
    }
    draft.forget()
    await touch('profile')
    // Header and menu show the name in the access token; if the renewal fails, the old name does no
    // harm.
    renew().catch(() => {})
    toast.success(messages.saved(changes.name))
    form.reset()
    onSaved()
  })

  return (
    <Form className="form" isLockedMeanwhile onSubmit={save}>
      <KeptText draft={draft} labels={labels} />
      <Field
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Field label="Email" type="email" value={email} readOnly />
      <ContactFields register={form.register} errors={errors} />
      <Field
        label="Social link"
        type="url"
        autoComplete="url"
        error={errors.fbLink?.message}
        {...form.register('fbLink')}
      />
      <PictureUpload control={form.control} name="img" label="Photo" upload={photoUpload} />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button
        type="submit"
        variant="primary"
        busy={isSubmitting}
        aria-disabled={photoUpload.progress !== undefined}
      >
        Save information
      </Button>
    </Form>
  )
}
