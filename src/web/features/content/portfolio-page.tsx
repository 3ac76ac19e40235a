import { ArrowRight, ExternalLink } from 'lucide-react'
import { education, introduction, projects, skills } from '#web/content/portfolio.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { breadcrumbs, graph } from '#web/domain/structured-data.ts'
import { PageHead } from '#web/domain/page-head.tsx'
import { StructuredData } from '#web/domain/structured-data-script.tsx'

const path = pathTo.portfolio

export function PortfolioPage() {
  const origin = useOrigin()
  return (
    <div className="wrap page portfolio">
      <PageHead
        page="My Portfolio"
        path={path}
        description="The skills this shop is built with, the sources they were learned from, and the projects inside it."
      />
      <StructuredData data={graph(breadcrumbs(origin, { name: 'My Portfolio', path }))} />
      <header className="stack">
        <h1>{introduction.title}</h1>
        <p className="lead">{introduction.text}</p>
      </header>
      <section className="portfolio__part" aria-labelledby="skills">
        <h2 id="skills">Skills</h2>
        <dl className="points">
          {skills.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="portfolio__part" aria-labelledby="education">
        <h2 id="education">Education</h2>
        <ul className="sources">
          {education.map(({ source, href, learned }) => (
            <li key={source}>
              <a href={href}>
                {source}
                <ExternalLink />
              </a>
              <p>{learned}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="portfolio__part" aria-labelledby="projects">
        <h2 id="projects">Projects</h2>
        <ol className="points points--numbered">
          {projects.map(({ title, text, link }, index) => (
            <li key={title}>
              <span className="callout" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
              {link && (
                // The API documentation is not a route of the web app, so it needs a full page load.
                <Link
                  className="text-link"
                  to={link.to}
                  target={link.to.startsWith('/api') ? '_self' : undefined}
                >
                  {link.text}
                  <ArrowRight />
                </Link>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
