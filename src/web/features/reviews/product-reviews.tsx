import { useInfiniteQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { Product } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { readPages } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { ReviewCard } from './review-card.tsx'

/** The reviews of one part, below the part itself. */
export function ProductReviews({
  product,
}: {
  product: Pick<Product, '_id' | 'rating' | 'ratings'>
}) {
  const { _id, rating, ratings } = product
  const pages = useInfiniteQuery(readPages(reviews.list, _id))
  const { data, error, hasNextPage, fetchNextPage, refetch } = pages
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <section className="section section--tight" aria-labelledby="part-reviews">
      <div className="wrap">
        <div className="section__head">
          <div>
            <h2 id="part-reviews">Reviews of this part</h2>
            {rating !== undefined && (
              <p className="part-rating">
                <Stars rating={rating} label="" />
                <b>{rating.toFixed(1)} out of 5</b>
                <span className="muted">
                  {ratings === 1 ? '1 review' : `${groupDigits(ratings ?? 0)} reviews`}
                </span>
              </p>
            )}
          </div>
          <ButtonLink to={`${pathTo.addReview}?product=${_id}`} icon={Star}>
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
          <p className="muted">No reviews yet. Be the first to review this part.</p>
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
