import { Star } from 'lucide-react'

const places = [1, 2, 3, 4, 5]

type StarsProps = {
  rating: number
  /** Accessible name; empty if text beside the stars says the rating. */
  label?: string
}

/** A rating out of five, in whole stars. */
export function Stars({ rating, label = `${rating} out of 5 stars` }: StarsProps) {
  return (
    <span className="stars">
      {places.map((place) => (
        <Star key={place} className={place > Math.round(rating) ? 'stars__empty' : ''} />
      ))}
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
