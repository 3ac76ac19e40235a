import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messages, NewReview, reviews } from '#contract/reviews.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { useTouch } from '#web/domain/use-change.ts'
import { call } from '#web/lib/api/api.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { ApiError } from '#web/lib/http/problems.ts'
import { useAccount, useSession } from '#web/lib/session/session.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { KeptText } from '#web/domain/kept-text.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { ErrorLine, Field, TextAreaField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { StarChoice } from '#web/ui/form/star-choice.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { PartChoice, type TypedReview } from './part-choice.tsx'

const titleLengthMax = 30
const kept = ['title', 'rating', 'description', 'product'] as const

export function AddReviewPage() {
  const { name, email, verified } = useAccount()
  const { signOut } = useSession()
  const touch = useTouch()
  const [keys] = useState(attemptKeys)
  const form = useForm<TypedReview, unknown, NewReview>({
    resolver: zodResolver(NewReview),
    defaultValues: { title: '', rating: '', description: '', product: '' },
  })
  const { errors, isSubmitting } = form.formState
  const draft = useDraft('review', form, kept)
  const title = useWatch({ control: form.control, name: 'title' })

  const addReview = form.handleSubmit(async (review) => {
    try {
      await call(reviews.add, { body: review }, { idempotencyKey: keys.keyFor(review) })
    } catch (error) {
      toast.error(messages.addFailed(review.rating))
      if (isSessionOver(error)) await leave()
      else showProblem(form, error)
      return
    }
    keys.finish()
    draft.forget()
    toast.success(messages.added(review.rating))
    form.reset()
    void touch('reviews')
  })

  async function leave() {
    toast.error('Your session has ended. Log in again: we kept what you typed in Add Review.')
    await signOut({ keepsText: true })
  }

  return (
    <>
      <DashboardHead page={specifiedDashboard.addReview} />
      <Form className="panel form form--measure" isLockedMeanwhile onSubmit={addReview}>
        <KeptText draft={draft} />
        <Field label="Name" value={name} readOnly />
        <Field label="Email" type="email" value={email} readOnly />
        <Field
          label="Title"
          hint={`3 to ${titleLengthMax} characters`}
          labelEnd={
            <span className="field__hint">{`${title.trim().length} / ${titleLengthMax}`}</span>
          }
          error={errors.title?.message}
          {...form.register('title')}
        />
        <PartChoice form={form} />
        <StarChoice
          label="Rating"
          hint={verified ? undefined : 'Counts once your email address is confirmed'}
          error={errors.rating?.message}
          {...form.register('rating')}
        />
        <TextAreaField
          label="Description"
          hint="5 characters or more"
          error={errors.description?.message}
          {...form.register('description')}
        />
        {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Add review
        </Button>
      </Form>
    </>
  )
}

/** On this call these three codes mean that the session has ended. */
const isSessionOver = (error: unknown) =>
  error instanceof ApiError && [401, 403, 404].includes(error.status)
