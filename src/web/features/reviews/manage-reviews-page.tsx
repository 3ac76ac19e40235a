import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { customerText } from '#contract/privacy/erased.ts'
import { type ManagedReview, reviews } from '#contract/reviews.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { day } from '#web/lib/format/clock.ts'
import { updateRow, usePagedList } from '#web/lib/lists/paged-list.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

/** All reviews, with the choice which of them are visible, and the approval of those that wait for it. */
export function ManageReviewsPage() {
  const [isWaitingOnly, setWaitingOnly] = useState(isApprovalOn)
  const list = usePagedList(reviews.managed, isWaitingOnly ? { tab: 'waiting' } : {})
  const { mutateAsync: setHidden } = useSetHidden()
  const [problem, setProblem] = useState<string>()

  async function change(review: ManagedReview, hidden: boolean) {
    setProblem(undefined)
    try {
      await setHidden({ review, hidden })
      toast.success(hidden ? 'The review is hidden' : 'The review is shown')
    } catch (error) {
      const state = hidden ? 'hidden' : 'shown'
      setProblem(`“${review.title}” is not ${state}. ${sentenceFor(error)}`)
    }
  }

  const visibility = (review: ManagedReview) => <Visibility review={review} onChange={change} />
  const columns: Column<ManagedReview>[] = [
    { title: 'Review', cell: words },
    { title: 'Rating', cell: rating },
    { title: 'Written by', cell: writer },
    { title: 'State', cell: state },
    { title: 'Actions', cell: visibility },
  ]
  const card = (review: ManagedReview) => (
    <>
      {words(review)}
      {rating(review)}
      {writer(review)}
      <span className="cluster">
        {state(review)}
        {visibility(review)}
      </span>
    </>
  )

  return (
    <>
      <DashboardHead page="Manage Reviews" problem={problem} />
      {isApprovalOn() && (
        <label className="check">
          <input
            type="checkbox"
            className="checkbox"
            checked={isWaitingOnly}
            onChange={({ target }) => setWaitingOnly(target.checked)}
          />
          Only reviews awaiting approval
        </label>
      )}
      <ListCard
        list={list}
        noun={{ one: 'review', many: 'reviews' }}
        searchedIn="Name, title or description"
        empty={
          <EmptyState
            heading="h2"
            title={isWaitingOnly ? 'No reviews awaiting approval' : 'No reviews yet'}
          >
            Customer reviews appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Reviews, newest first" rows={rows} columns={columns} card={card} />
        )}
      </ListCard>
    </>
  )
}

/** By the feature flags of the page. The dashboard is rendered in browsers only. */
const isApprovalOn = () => document.documentElement.matches('[data-on~=review-approval]')

const words = ({ title, description, product }: ManagedReview) => (
  <span>
    <span className="table__main">{title}</span>
    <small>{description}</small>
    {product && <small>About {product.name}</small>}
  </span>
)

const rating = (review: ManagedReview) => <Stars rating={review.rating} />

const writer = ({ name, email, createdAt }: ManagedReview) => (
  <span>
    {name}
    <small>{`${customerText(email)}, ${day(createdAt)}`}</small>
  </span>
)

const state = ({ hidden, waiting, verified }: ManagedReview) => (
  <span className="cluster">
    {waiting ? (
      <Badge tone="warn">waits for approval</Badge>
    ) : hidden ? (
      <Badge tone="warn">hidden</Badge>
    ) : (
      <Badge tone="ok">shown</Badge>
    )}
    {verified && <Badge tone="info">verified purchase</Badge>}
  </span>
)

type VisibilityProps = {
  review: ManagedReview
  onChange: (review: ManagedReview, hidden: boolean) => Promise<void>
}

function Visibility({ review, onChange }: VisibilityProps) {
  const id = useId()
  const { hidden, waiting } = review
  return (
    <span className="cluster">
      <span id={id} hidden>
        {review.title}
      </span>
      <Button
        size="small"
        icon={hidden ? Eye : EyeOff}
        aria-describedby={id}
        onClick={() => onChange(review, !hidden)}
      >
        {waiting ? 'Approve' : hidden ? 'Show' : 'Hide'}
      </Button>
      {waiting && (
        <Button
          size="small"
          icon={EyeOff}
          aria-describedby={id}
          onClick={() => onChange(review, true)}
        >
          Reject
        </Button>
      )}
    </span>
  )
}

function useSetHidden() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ review, hidden }: { review: ManagedReview; hidden: boolean }) =>
      call(hidden ? reviews.hide : reviews.show, { params: { id: review._id } }),
    onSuccess: (_, { review, hidden }) => {
      updateRow(client, reviews.managed, review._id, (row) => ({
        ...row,
        hidden,
        waiting: undefined,
      }))
      void client.invalidateQueries({ queryKey: keyOf(reviews.list) })
    },
  })
}
