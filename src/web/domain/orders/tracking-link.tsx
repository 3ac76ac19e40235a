import { type Tracking, trackingText, trackingUrl } from '#contract/shared/carriers.ts'

/** Carrier and number of a shipment, linked to the carrier's page if there is one. */
export function TrackingLink({ tracking }: { tracking: Tracking }) {
  const url = trackingUrl(tracking)
  const text = trackingText(tracking)
  if (!url) return <>{text}</>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
