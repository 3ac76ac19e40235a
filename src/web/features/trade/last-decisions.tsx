import { useQuery } from '@tanstack/react-query'
import { manageTradeAccounts, type TradeChange } from '#contract/trade/trade-accounts.ts'
import { ChangedFields } from '#web/domain/changed-fields.tsx'
import { read } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'

/** Who decided what about trade accounts; nothing while there are no decisions. */
export function LastDecisions() {
  const { data = [] } = useQuery(read(manageTradeAccounts.changes, {}))
  if (data.length === 0) return null
  return (
    <section className="stack">
      <h2>Last decisions</h2>
      <div className="table-card">
        <DataTable
          caption="Decisions about trade accounts, newest first"
          rows={data}
          columns={columns}
          card={card}
        />
      </div>
    </section>
  )
}

const decision = ({ company, email, changes, reason }: TradeChange) => (
  <div className="stack">
    <span>
      <span className="table__main">{company ?? email}</span>
      {company !== null && <small>{email}</small>}
    </span>
    <ChangedFields changes={changes} />
    {reason && <small>Reason: {reason}</small>}
  </div>
)

const author = ({ by, at }: TradeChange) => (
  <span>
    {by}
    <small>
      <time dateTime={at}>{dateTime(at)}</time>
    </small>
  </span>
)

const columns: Column<TradeChange>[] = [
  { title: 'Trade account', cell: decision },
  { title: 'Who and when', cell: author },
]

const card = (row: TradeChange) => (
  <>
    {decision(row)}
    {author(row)}
  </>
)
