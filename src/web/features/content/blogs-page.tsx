import { articles, introduction } from '#web/features/content/articles/articles.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { breadcrumbs, graph } from '#web/domain/structured-data.ts'
import { PageHead } from '#web/domain/page-head.tsx'
import { StructuredData } from '#web/domain/structured-data-script.tsx'

const path = pathTo.blogs

export function BlogsPage() {
  const origin = useOrigin()
  return (
    <div className="wrap page reading">
      <PageHead
        page="Blogs"
        path={path}
        description="Five questions about building web applications: React performance, state management, prototypal inheritance, setting state directly and unit tests."
      />
      <StructuredData data={graph(breadcrumbs(origin, { name: 'Blogs', path }))} />
      <header className="stack">
        <h1>{introduction.title}</h1>
        <p className="lead">{introduction.text}</p>
      </header>
      <JumpList />
      <div className="reading__articles">
        {articles.map(({ id, question, Answer }) => (
          <article key={id} aria-labelledby={id} className="prose">
            <h2 id={id}>{question}</h2>
            <Answer />
          </article>
        ))}
      </div>
    </div>
  )
}

/** Collapsed on narrow screens; elsewhere the style sheet keeps it open. */
function JumpList() {
  return (
    <nav className="jump-list" aria-label="Articles">
      <details>
        <summary>All questions</summary>
        <ol>
          {articles.map(({ id, question }) => (
            <li key={id}>
              <a href={`#${id}`}>{question}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
