import { classNames } from '#web/lib/class-names.ts'
import { excerpt, handle, initials } from '#web/lib/format.ts'
import { Stars } from '#web/ui/stars.tsx'

export type CardReview = {
  _id: string
  name: string
  rating: number
  title: string
  description: string
}

const excerptLength = 130

export function ReviewCard({ review }: { review: CardReview }) {
  const { name, rating, title, description } = review
  const shortened = excerpt(description, excerptLength)
  return (
    <div className="review-card">
      <Stars rating={rating} />
      <h3>{title}</h3>
      <blockquote className={classNames(shortened.length < description.length && 'cut')}>
        {shortened}
      </blockquote>
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
