import { useQuery } from '@tanstack/react-query'
import { type PriceListChange, priceLists } from '#contract/prices/price-lists.ts'
import { ChangedFields } from '#web/domain/changed-fields.tsx'
import { read } from '#web/lib/api/api.ts'
import { LastChangesTable } from '../last-changes-table.tsx'

/** Who changed which price list; nothing while there are no changes. */
export function LastListChanges() {
  const { data = [] } = useQuery(read(priceLists.changes, {}))
  return (
    <LastChangesTable
      heading="Last changes"
      caption="Changes of price lists, newest first"
      subject="Price list"
      rows={data}
      what={change}
    />
  )
}

const change = ({ name, account, changes }: PriceListChange) => (
  <div className="stack">
    <span>
      <span className="table__main">{name}</span>
      {account !== null && <small>{account}</small>}
    </span>
    <ChangedFields changes={changes} />
  </div>
)
