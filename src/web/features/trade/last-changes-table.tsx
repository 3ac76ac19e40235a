import type { ReactNode } from 'react'
import { dateTime } from '#web/lib/format/clock.ts'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'

interface LoggedChange {
  _id: string
  by: string
  at: string
}

type LastChangesTableProps<Change extends LoggedChange> = {
  heading: string
  caption: string
  /** The heading of the column with what was changed. */
  subject: string
  rows: readonly Change[]
  what: (change: Change) => ReactNode
}

/** The log of what admins changed; nothing while it is empty. */
export function LastChangesTable<Change extends LoggedChange>(
  props: LastChangesTableProps<Change>,
) {
  const { heading, caption, subject, rows, what } = props
  if (rows.length === 0) return null
  const columns: Column<Change>[] = [
    { title: subject, cell: what },
    { title: 'Who and when', cell: author },
  ]
  const card = (change: Change) => (
    <>
      {what(change)}
      {author(change)}
    </>
  )
  return (
    <section className="stack">
      <h2>{heading}</h2>
      <div className="table-card">
        <DataTable caption={caption} rows={rows} columns={columns} card={card} />
      </div>
    </section>
  )
}

const author = ({ by, at }: LoggedChange) => (
  <span>
    {by}
    <small>
      <time dateTime={at}>{dateTime(at)}</time>
    </small>
  </span>
)
