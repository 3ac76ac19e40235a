import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { customerText } from '#contract/shared/erased.ts'
import { type ManagedReview, reviews } from '#contract/reviews.ts'
import { read } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { day } from '#web/lib/format/clock.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

const list = managedList({
  path: pathTo.manageReviews,
  noun: { one: 'review', many: 'reviews' },
  searchedIn: 'Name, title or description',
})

/** All reviews, with the choice which of them are visible, and the approval of those that wait for it. */
export function ManageReviewsPage() {
  const [isWaitingOnly, setWaitingOnly] = useState(isApprovalOn)
  const tab = isWaitingOnly ? ({ tab: 'waiting' } as const) : {}
  const shown = useManagedList(list, {
    rows: (query) => read(reviews.managed, { query: { ...query, ...tab } }),
    counts: (query) => read(reviews.count, { query: { ...query, ...tab } }),
  })
  const call = useChange('reviews', 'auditLog')
  const keepRowFocus = useRowFocus()
  const [problem, setProblem] = useState<string>()

  async function change(review: ManagedReview, hidden: boolean, pressed: HTMLElement) {
    keepRowFocus(pressed)
    setProblem(undefined)
    try {
      await call(hidden ? reviews.hide : reviews.show, { params: { id: review._id } })
      toast.success(hidden ? 'Review hidden' : 'Review shown again')
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

  return (
    <>
      <DashboardHead page="Manage Reviews" problem={problem} />
      {isApprovalOn() && (
        <label className="check">
          <input
            type="checkbox"
            className="checkbox"
            checked={isWaitingOnly}
            onChange={({ target }) => {
              setWaitingOnly(target.checked)
              shown.setParams({ page: 1 })
            }}
          />
          Only reviews awaiting approval
        </label>
      )}
      <ManagedTable
        shown={shown}
        caption="Reviews, newest first"
        columns={columns}
        empty={
          <EmptyState
            heading="h2"
            title={isWaitingOnly ? 'No reviews awaiting approval' : 'No reviews yet'}
          >
            Customer reviews appear here.
          </EmptyState>
        }
      />
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
      <Badge tone="warn">awaiting approval</Badge>
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
  onChange: (review: ManagedReview, hidden: boolean, pressed: HTMLElement) => Promise<void>
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
        onClick={({ currentTarget }) => onChange(review, !hidden, currentTarget)}
      >
        {waiting ? 'Approve' : hidden ? 'Show' : 'Hide'}
      </Button>
      {waiting && (
        <Button
          size="small"
          icon={EyeOff}
          aria-describedby={id}
          onClick={({ currentTarget }) => onChange(review, true, currentTarget)}
        >
          Reject
        </Button>
      )}
    </span>
  )
}
