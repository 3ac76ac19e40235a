import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { shop } from '#web/content/shop.ts'
import { useCurrentMinute } from '#web/lib/browser/clock.ts'
import { shopTimeZone } from '#web/lib/format/clock.ts'
import { openState } from '#web/content/opening-hours.ts'
import { Badge } from '#web/ui/badge.tsx'

export function StoreFacts() {
  return (
    <section className="stack stack--wide" aria-labelledby="store-title">
      <h2 id="store-title">Our Store</h2>
      <ul className="store-facts">
        <li>
          <Phone />
          <a href={shop.phone.href}>{shop.phone.text}</a>
        </li>
        <li>
          <Mail />
          <a href={shop.mail.href}>{shop.mail.text}</a>
        </li>
        <li>
          <MapPin />
          <address>{shop.address}</address>
        </li>
        <li>
          <Clock />
          <div>
            {shop.hours.map(({ days, opens, closes }) => (
              <p key={days}>{`${days} ${opens}-${closes}`}</p>
            ))}
            <OpenNow />
          </div>
        </li>
      </ul>
    </section>
  )
}

/** Reserves its space until the state is known, to avoid a layout shift. */
function OpenNow() {
  const now = useCurrentMinute()
  const state = now && openState(shop.hours, shopTimeZone(), now)
  return (
    <p className="open-now">
      {state?.isOpen && <Badge tone="ok">{`Open now, until ${state.until}`}</Badge>}
      {state?.isOpen === false && <Badge>{`Closed now, opens ${state.opensAt}`}</Badge>}
    </p>
  )
}
