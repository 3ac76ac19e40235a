import {
  ArrowRight,
  Headphones,
  RotateCcw,
  ShieldCheck,
  Truck,
  type LucideIcon,
} from 'lucide-react'
import inlined from '#web/assets/drawings/exploded-car.svg?inline'
import file from '#web/assets/drawings/exploded-car.svg?no-inline'
import { achievements, hero, offer, promises } from '#web/content/home.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { buttonClass, ButtonLink } from '#web/ui/button.tsx'
import { Stars } from '#web/ui/stars.tsx'

// The largest part of the page: the server's HTML contains it, a later navigation loads the file.
const drawing = import.meta.env.SSR ? inlined : file

export function Hero() {
  return (
    <section className="hero band" aria-labelledby="hero-title">
      <div className="wrap">
        <div className="hero__words">
          <p className="hero__eyebrow">{hero.eyebrow}</p>
          <h1 id="hero-title">{hero.title}</h1>
          <p className="lead">{hero.text}</p>
          <div className="hero__actions">
            <a
              className={buttonClass({ variant: 'primary', size: 'large' }, 'button--capitalised')}
              href="#products"
            >
              {specifiedTexts.home.buy}
            </a>
            <Link className="text-link" to={pathTo.catalogue}>
              See parts and prices
              <ArrowRight />
            </Link>
          </div>
        </div>
        <img
          className="hero__drawing"
          src={drawing}
          alt={hero.drawing}
          width={900}
          height={600}
          suppressHydrationWarning
        />
        <ol className="hero__legend" aria-label="Parts in the drawing">
          {hero.legend.map((part, index) => (
            <li key={part}>
              <span className="callout" aria-hidden="true">
                {index + 1}
              </span>
              {part}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

export function Offer({ href }: { href: string }) {
  return (
    <div className="wrap">
      <section className="offer" aria-labelledby="offer-title">
        <p className="offer__tag">
          <span>
            <span className="visually-hidden">Now </span>
            <span className="offer__price">{offer.price}</span>
            <span className="visually-hidden">was </span>
            <s className="offer__old-price">{offer.oldPrice}</s>
          </span>
        </p>
        <div className="offer__words">
          <h2 id="offer-title">{offer.title}</h2>
          <p>{offer.text}</p>
          <p className="small">{offer.smallOrders}</p>
        </div>
        <img className="offer__picture" src={offer.picture} alt="" width={480} height={360} />
        <div className="offer__action">
          <ButtonLink to={href} variant="ink" iconEnd={ArrowRight} aria-describedby="offer-title">
            {specifiedTexts.home.orderOffer}
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}

const promiseIcons: Record<(typeof promises)[number]['icon'], LucideIcon> = {
  shipping: Truck,
  payment: ShieldCheck,
  return: RotateCcw,
  support: Headphones,
}

export function Promises() {
  return (
    <section className="section section--tight section--surface" aria-labelledby="promises-title">
      <div className="wrap">
        <h2 className="visually-hidden" id="promises-title">
          Service promises
        </h2>
        <ul className="dimension-line">
          {promises.map(({ icon, title, text }, index) => {
            const Icon = promiseIcons[icon]
            return (
              <li key={title}>
                <span className="callout" aria-hidden="true">
                  {index + 1}
                </span>
                <h3>
                  <Icon />
                  {title}
                </h3>
                <p>{text}</p>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

export function Achievements() {
  const { clients, ratings, stars, brands, awards } = achievements
  return (
    <section className="section" aria-labelledby="achievements-title">
      <div className="wrap">
        <div className="section__head">
          <h2 id="achievements-title">{specifiedTexts.home.achievements}</h2>
        </div>
        <dl className="achievements">
          <div>
            <dt>Happy clients</dt>
            <dd>{clients}</dd>
          </div>
          <div>
            <dt>
              Rating <Stars rating={stars} label="" /> {stars} stars
            </dt>
            <dd>{ratings}</dd>
          </div>
          <div>
            <dt>Brands</dt>
            <dd>{brands}</dd>
          </div>
          <div>
            <dt>Awards</dt>
            <dd>{awards}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
