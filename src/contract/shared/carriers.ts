import * as z from 'zod/mini'
import { isKnown, type Open } from './open-enum.ts'

interface Carrier {
  name: string
  /** The carrier's page about a shipment, to which the escaped number is appended; none for other carriers. */
  page?: `https://${string}`
}

/** The carriers of shipments. Links come from this table only, so a stored number never is an address. */
export const carriers = {
  ups: { name: 'UPS', page: 'https://www.ups.com/track?tracknum=' },
  usps: { name: 'USPS', page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  fedex: { name: 'FedEx', page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  dhl: { name: 'DHL', page: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=' },
  gls: { name: 'GLS', page: 'https://gls-group.eu/track/' },
  dpd: { name: 'DPD', page: 'https://tracking.dpd.de/status/en_US/parcel/' },
  other: { name: 'Other' },
} as const satisfies Record<string, Carrier>

export type CarrierKey = keyof typeof carriers

// Safe: the keys of a constant.
export const carrierKeys = Object.keys(carriers) as CarrierKey[]

const numberMax = 40

/** A tracking number as carriers print it, without its spaces; empty for none. */
export const TrackingNumber = z.string().check(
  z.overwrite((typed) => typed.replaceAll(/ +/g, '')),
  z.maxLength(numberMax, `Must be ${numberMax} characters or lower`),
  z.regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)?$/, 'Only letters, digits and dashes'),
)

/** Who carries a shipment, and under which number. An empty carrier removes both. */
export const NewTracking = z
  .object({
    carrier: z.enum(['', ...carrierKeys], 'This carrier is unknown'),
    trackingNumber: TrackingNumber,
  })
  .check(
    z.refine(({ carrier, trackingNumber }) => carrier !== '' || trackingNumber === '', {
      path: ['carrier'],
      error: 'Choose the carrier of this number',
    }),
  )
export type NewTracking = z.output<typeof NewTracking>

export interface Tracking {
  carrier: Open<CarrierKey>
  /** Absent while only the carrier is known. */
  number?: string | undefined
}

/** The name of a carrier; an unknown one is its own. */
export const carrierName = (carrier: Open<CarrierKey>) =>
  isKnown(carriers, carrier) ? carriers[carrier].name : carrier

/** The carrier and the number as text. */
export const trackingText = ({ carrier, number }: Tracking) =>
  [carrier === 'other' && number ? '' : carrierName(carrier), number].filter(Boolean).join(' ')

/** The carrier's page about a shipment; undefined without a number, or for other carriers. */
export function trackingUrl({ carrier, number }: Tracking): string | undefined {
  const { page }: Carrier = isKnown(carriers, carrier) ? carriers[carrier] : carriers.other
  return page && number ? page + encodeURIComponent(number) : undefined
}
