import { Pencil, Trash2 } from 'lucide-react'
import { dollars } from '#contract/formats/formatting.ts'
import type { PriceList } from '#contract/prices/price-lists.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { usePriceLists } from './price-list-data.ts'

type PriceListTableProps = {
  onChange: (list: PriceList) => void
  onDelete: (list: PriceList) => void
}

/** Price lists with their percentage, minimum order and accounts. */
export function PriceListTable({ onChange, onDelete }: PriceListTableProps) {
  const lists = usePriceLists()
  const keepRowFocus = useRowFocus()

  const actions = (list: PriceList) => (
    <span className="cluster">
      <Button
        size="small"
        icon={Pencil}
        aria-label={`Change ${list.name}`}
        onClick={({ currentTarget }) => {
          keepRowFocus(currentTarget)
          onChange(list)
        }}
      >
        Change
      </Button>
      <Button
        size="small"
        icon={Trash2}
        aria-label={`Delete ${list.name}`}
        onClick={({ currentTarget }) => {
          keepRowFocus(currentTarget)
          onDelete(list)
        }}
      >
        Delete
      </Button>
    </span>
  )
  const columns: Column<PriceList>[] = [
    { title: 'Price list', cell: name },
    { title: 'Minimum order', cell: minimum },
    { title: 'Own prices', cell: ({ products }) => counted(products, 'product') },
    { title: 'Accounts', cell: ({ accounts }) => groupDigits(accounts) },
    { title: 'Actions', cell: actions },
  ]
  const card = (list: PriceList) => (
    <>
      {name(list)}
      <span>
        Minimum order: {minimum(list)}
        <small>
          {counted(list.products, 'product')} with own prices, {counted(list.accounts, 'account')}
        </small>
      </span>
      {actions(list)}
    </>
  )

  return (
    <div className="table-card" aria-busy={lists.isFetching}>
      {lists.data?.length ? (
        <DataTable caption="Price lists by name" rows={lists.data} columns={columns} card={card} />
      ) : lists.data ? (
        <EmptyState heading="h2" title="No price lists yet">
          Accounts on a list have its prices: a percentage off, and prices of its own.
        </EmptyState>
      ) : lists.error ? (
        <FailedState
          heading="h2"
          title="The price lists could not be loaded"
          onRetry={() => lists.refetch()}
        >
          {sentenceFor(lists.error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </div>
  )
}

const counted = (count: number, noun: string) =>
  `${groupDigits(count)} ${count === 1 ? noun : `${noun}s`}`

const name = ({ _id, name: title, percentOff }: PriceList) => (
  <span>
    <Link className="table__main" to={pathTo.priceList(_id)}>
      {title}
    </Link>
    <small>{percentOff > 0 ? `${percentOff}% off` : 'Individual prices only'}</small>
  </span>
)

const minimum = ({ minOrder }: PriceList) => (minOrder > 0 ? dollars(minOrder) : 'None')
