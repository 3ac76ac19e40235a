import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { BareButton, IconButton } from '#web/ui/button.tsx'
import { type CardReview, ReviewCard } from './review-card.tsx'
import { useCarousel } from './use-carousel.ts'

type ReviewCarouselProps = {
  title: string
  reviews: readonly CardReview[]
}

/** One review at a time, three from 1024 px; pauses while it is hovered or focused. */
export function ReviewCarousel({ title, reviews }: ReviewCarouselProps) {
  const { root, viewport, carousel, selected, count, turning, setTurning } = useCarousel(
    reviews.length,
  )
  const titleId = useId()
  const moves = count > 1
  return (
    <section
      ref={root}
      className="section section--sunken"
      aria-roledescription="carousel"
      aria-labelledby={titleId}
    >
      <div className="wrap">
        <div className="section__head">
          <h2 id={titleId}>{title}</h2>
          {moves && (
            <div className="carousel__controls" inert={!carousel}>
              <IconButton
                label={turning ? 'Stop slide rotation' : 'Start slide rotation'}
                icon={turning ? Pause : Play}
                onClick={() => setTurning(!turning)}
              />
              <IconButton
                label="Previous review"
                icon={ArrowLeft}
                onClick={() => carousel?.previous()}
              />
              <IconButton label="Next review" icon={ArrowRight} onClick={() => carousel?.next()} />
            </div>
          )}
        </div>
        {/* Focusable by keyboard while it has to be scrolled. */}
        <div
          ref={viewport}
          className={classNames('carousel__viewport', carousel && 'carousel__viewport--turned')}
          tabIndex={carousel ? undefined : 0}
        >
          <ul className="carousel__track" aria-live={turning ? 'off' : 'polite'}>
            {reviews.map((review, index) => (
              <li
                key={review._id}
                className="carousel__slide"
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${reviews.length}`}
              >
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        </div>
        {moves && (
          <ul className="carousel__dots" aria-label="Choose review to display" inert={!carousel}>
            {Array.from({ length: count }, (_, dot) => (
              <li key={dot}>
                <BareButton
                  aria-label={`Review ${dot + 1}`}
                  aria-current={dot === selected || undefined}
                  onClick={() => carousel?.goTo(dot)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
