import { useQuery } from '@tanstack/react-query'
import { manageTradeAccounts, type TradeChange } from '#contract/trade/trade-accounts.ts'
import { ChangedFields } from '#web/domain/changed-fields.tsx'
import { read } from '#web/lib/api/api.ts'
import { LastChangesTable } from './last-changes-table.tsx'

/** Who decided what about trade accounts; nothing while there are no decisions. */
export function LastDecisions() {
  const { data = [] } = useQuery(read(manageTradeAccounts.changes, {}))
  return (
    <LastChangesTable
      heading="Last decisions"
      caption="Decisions about trade accounts, newest first"
      subject="Trade account"
      rows={data}
      what={decision}
    />
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
