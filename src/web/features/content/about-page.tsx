import { ArrowRight } from 'lucide-react'
import inlined from '#web/assets/drawings/box-of-ten.svg?inline'
import file from '#web/assets/drawings/box-of-ten.svg?no-inline'
import { hero, wholesale } from '#web/content/about.ts'
import { faq } from '#web/content/faq.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { breadcrumbs, graph, questions } from '#web/domain/structured-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { StructuredData } from '#web/domain/structured-data-script.tsx'
import { FaqSection } from '../../domain/faq-section.tsx'

// The largest part of the page: the server's HTML contains it, a later navigation loads the file.
const drawing = import.meta.env.SSR ? inlined : file

const path = pathTo.about

export function AboutPage() {
  const origin = useOrigin()
  return (
    <>
      <PageHead
        page="About"
        path={path}
        description="Who Auto Parts is for, what wholesale customers can rely on, and answers about shipping, ordering, payment and support."
      />
      <StructuredData data={graph(breadcrumbs(origin, { name: 'About', path }), questions(faq))} />
      <Hero />
      <Wholesale />
      <FaqSection />
    </>
  )
}

function Hero() {
  return (
    <section className="hero hero--inner band" aria-labelledby="about-title">
      <div className="wrap">
        <div className="hero__words">
          <p className="hero__eyebrow">{hero.eyebrow}</p>
          <h1 id="about-title">{hero.title}</h1>
          <p className="lead">{hero.text}</p>
        </div>
        <img
          className="hero__drawing"
          src={drawing}
          alt={hero.drawing}
          width={900}
          height={600}
          suppressHydrationWarning
        />
        <ol className="hero__legend" aria-label="In the drawing">
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

function Wholesale() {
  return (
    <section className="section" aria-labelledby="wholesale-title">
      <div className="wrap columns columns--5-7">
        <div className="stack stack--wide">
          <h2 id="wholesale-title">{wholesale.title}</h2>
          <p className="lead">{wholesale.text}</p>
          <div className="cluster">
            <ButtonLink to={pathTo.catalogue} variant="primary" size="large" iconEnd={ArrowRight}>
              {specifiedTexts.about.catalogue}
            </ButtonLink>
            <ButtonLink to={pathTo.homeByName} size="large">
              {specifiedTexts.about.home}
            </ButtonLink>
          </div>
        </div>
        <ul className="points">
          {wholesale.points.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
