import { adminActions, type AuditEntry } from '#contract/audit.ts'
import { customerText } from '#contract/shared/erased.ts'
import { columnTitles } from '#contract/products/fields/shapes.ts'
import { labelOf } from '#contract/shared/open-enum.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { excerpt } from '#web/lib/format/format.ts'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { statedChanges } from './stated-changes.ts'

type EntryTableProps = { caption: string; rows: readonly AuditEntry[] }

/** Entries of the audit log. */
export const EntryTable = ({ caption, rows }: EntryTableProps) => (
  <DataTable caption={caption} rows={rows} columns={columns} />
)

const what = ({ action, name, also, target }: AuditEntry) => (
  <span>
    <span className="table__main">{labelOf(adminActions, action)}</span>
    <small translate="no">{customerText(name ?? target)}</small>
    {also !== null && <small translate="no">{customerText(also)}</small>}
  </span>
)

const who = ({ by, at }: AuditEntry) => (
  <span>
    {customerText(by)}
    <small>
      <time dateTime={at}>{dateTime(at)}</time>
    </small>
  </span>
)

const fields: Record<string, string> = {
  ...columnTitles,
  aliases: 'Other names',
  archived_at: 'Deleted',
  changed_rows: 'Changed rows',
  deactivated_at: 'Closed',
  fits: 'Fits',
  hidden_at: 'Hidden',
  is_universal: 'Fits every car',
  isHidden: 'Hidden',
  kept_rows: 'Rows not undone',
  min_order_cents: 'Minimum order',
  new_rows: 'New rows',
  numbers: 'Numbers',
  of: 'File of',
  own_prices: 'Own prices',
  percent_off: 'Percent off',
  priceList: 'Price list',
  removed_rows: 'Removed rows',
  replaced_by: 'Replaced by',
  role: 'Role',
  state: 'State',
  status: 'State',
  taxExempt: 'Tax exempt',
  terms: 'Terms',
  years: 'Years',
}

const shownLength = 120
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

function shownText(text: string) {
  if (timestamp.test(text)) return dateTime(text)
  return text.length > shownLength ? `${excerpt(text, shownLength)}…` : text
}

const changes = ({ changes: all, reason }: AuditEntry) => (
  <div className="stack">
    <dl className="changes">
      {statedChanges(all).map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fields[field] ?? field}</dt>
          <dd>
            {before !== null && (
              <>
                <del>{shownText(before)}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>{after === null ? <i>nothing</i> : shownText(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
    {reason && <small>Reason: {reason}</small>}
  </div>
)

const columns: Column<AuditEntry>[] = [
  { title: 'What', cell: what },
  { title: 'Who and when', cell: who },
  { title: 'Before and after', cell: changes },
]
