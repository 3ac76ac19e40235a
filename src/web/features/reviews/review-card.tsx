import { handle, initials } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Excerpt } from '#web/ui/excerpt.tsx'
import { Stars } from '#web/ui/stars.tsx'

export type CardReview = {
  _id: string
  name: string
  rating: number
  title: string
  description: string
  product?: { name: string } | undefined
  verified?: true | undefined
}

// specification: '130 characters on review cards'
const excerptLength = 130

type ReviewCardProps = {
  review: CardReview
  /** Shows the whole text. */
  whole?: boolean
}

export function ReviewCard({ review, whole = false }: ReviewCardProps) {
  const { name, rating, title, description, product, verified } = review
  return (
    <div className="review-card">
      <Stars rating={rating} />
      <h3>{title}</h3>
      <blockquote>
        {whole ? description : <Excerpt text={description} length={excerptLength} />}
      </blockquote>
      {(verified || product) && (
        <p className="review-card__about">
          {verified && <Badge tone="ok">Verified purchase</Badge>}
          {product && <span className="muted small">{product.name}</span>}
        </p>
      )}
      <div className="review-card__author">
        <span className="avatar avatar--quiet" aria-hidden="true">
          {initials(name)}
        </span>
        <div>
          <b>{name}</b>
          <span className="muted small">{handle(name)}</span>
        </div>
      </div>
    </div>
  )
}
