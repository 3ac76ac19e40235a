import { useQuery } from '@tanstack/react-query'
import { shopPages } from '#contract/shop-pages.ts'
import type { Block, Run, ShopPageName } from '#contract/shop-pages.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { preload } from '#web/lib/router/preload.ts'
import type { Page } from '#web/lib/router/routes.ts'
import { PageHead } from '#web/domain/page-head.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'

type Details = { name: ShopPageName; title: string; description: string }

/** The title is shown until the text has arrived. */
const pages = {
  [pathTo.privacy]: {
    name: 'privacy',
    title: 'Privacy',
    description: 'Which personal data Auto Parts stores, for what, for how long, and your rights.',
  },
  [pathTo.terms]: {
    name: 'terms',
    title: 'Terms',
    description: 'The terms under which Auto Parts sells.',
  },
  [pathTo.returns]: {
    name: 'returns',
    title: 'Returns',
    description: 'How to return parts that you bought at Auto Parts.',
  },
  [pathTo.legalNotice]: {
    name: 'legal-notice',
    title: 'Legal notice',
    description: 'Who runs Auto Parts, and how to reach the company.',
  },
} as const satisfies Record<string, Details>

/** The page with the owner's text at this path. */
export function shopPageAt(path: keyof typeof pages): Page {
  const { name, title, description } = pages[path]
  const readPage = read(shopPages.one, { query: { page: name } })

  function OwnersPage() {
    const { data, error, refetch } = useQuery(readPage)
    return (
      <article className="wrap page">
        <PageHead page={data?.title ?? title} path={path} description={description} />
        <div className="prose shop-page">
          <h1>{data?.title ?? title}</h1>
          {data?.blocks.map((block, index) => (
            // The blocks of a page never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <BlockView key={index} block={block} />
          ))}
        </div>
        {!data && !error && <SkeletonRows rows={8} />}
        {!data && error && (
          <FailedState heading="h2" title="This page could not be loaded" onRetry={refetch}>
            {sentenceFor(error)}
          </FailedState>
        )}
      </article>
    )
  }

  return { Component: OwnersPage, reads: preload(readPage) }
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    const Heading = headings[block.level] ?? 'h4'
    return (
      <Heading>
        <Text runs={block.runs} />
      </Heading>
    )
  }
  if (block.kind === 'quote') {
    return (
      <blockquote>
        <Text runs={block.runs} />
      </blockquote>
    )
  }
  if (block.kind === 'code') return <pre>{block.text}</pre>
  if (block.kind === 'list') return <ListView list={block} />
  if (block.kind === 'table') return <TableView table={block} />
  return (
    <p>
      <Text runs={block.runs} />
    </p>
  )
}

const headings: Readonly<Record<number, 'h2' | 'h3'>> = { 2: 'h2', 3: 'h3' }

/** Nested items are indented by the style sheet. */
function ListView({ list }: { list: Extract<Block, { kind: 'list' }> }) {
  const List = list.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {list.items.map(({ level, runs }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} data-nested={level > 1 || undefined}>
          <Text runs={runs} />
        </li>
      ))}
    </List>
  )
}

function TableView({ table }: { table: Extract<Block, { kind: 'table' }> }) {
  return (
    // A phone scrolls it, which must be possible by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="shop-page__table" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((runs, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={index} scope="col">
                <Text runs={runs} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((runs, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>
                  <Text runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Text = ({ runs }: { runs: readonly Run[] }) =>
  // oxlint-disable-next-line react/no-array-index-key
  runs.map((run, index) => <RunView key={index} run={run} />)

function RunView({ run: { text, strong, emphasis, code, href } }: { run: Run }) {
  let view = code ? <code>{text}</code> : <>{text}</>
  if (emphasis) view = <em>{view}</em>
  if (strong) view = <strong>{view}</strong>
  if (href?.startsWith('/')) return <Link to={href}>{view}</Link>
  return href ? (
    <a href={href} rel="noreferrer">
      {view}
    </a>
  ) : (
    view
  )
}
