import { useInfiniteQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { reviews } from '#contract/reviews.ts'
import { readPages } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ReviewCard } from './review-card.tsx'

/** The reviews of one part, below the part itself. */
export function ProductReviews({ product }: { product: string }) {
  const pages = useInfiniteQuery(readPages(reviews.list, '', { product }))
  const { data, error, hasNextPage, fetchNextPage, refetch } = pages
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <section className="section section--tight" aria-labelledby="part-reviews">
      <div className="wrap">
        <div className="section__head">
          <h2 id="part-reviews">Reviews of this part</h2>
          <ButtonLink to={`/dashboard/addReview?product=${product}`} icon={Star}>
            Write a review
          </ButtonLink>
        </div>
        {rows?.length ? (
          <ul className="part-reviews">
            {rows.map((review) => (
              <li key={review._id}>
                <ReviewCard review={{ ...review, product: undefined }} whole />
              </li>
            ))}
          </ul>
        ) : rows ? (
          <EmptyState title="No reviews yet">
            Anyone who has fitted this part can say how it went.
          </EmptyState>
        ) : error ? (
          <FailedState title="The reviews could not be loaded" onRetry={refetch}>
            {sentenceFor(error)}
          </FailedState>
        ) : (
          <Waiting />
        )}
        {rows && error && (
          <ErrorLine>More reviews could not be loaded. {sentenceFor(error)}</ErrorLine>
        )}
        {hasNextPage && <Button onClick={() => fetchNextPage()}>More reviews</Button>}
      </div>
    </section>
  )
}

const Waiting = () => (
  <div className="part-reviews" aria-hidden="true">
    {[1, 2, 3].map((card) => (
      <div key={card} className="review-card">
        <Skeleton width="third" />
        <Skeleton shape="title" width="half" />
        <Skeleton />
      </div>
    ))}
  </div>
)
