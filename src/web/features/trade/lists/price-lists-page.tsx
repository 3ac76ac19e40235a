import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import type { NewPriceList, PriceList } from '#contract/prices/price-lists.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { groupDigits } from '#web/lib/format/format.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { LastListChanges } from './last-list-changes.tsx'
import { ListForm } from './list-form.tsx'
import { usePriceListChanges, usePriceLists } from './price-list-data.ts'

type Open = { form: PriceList | undefined } | { removed: PriceList }

/** Price lists with their percentage, minimum order and accounts. */
export function PriceListsPage() {
  const lists = usePriceLists()
  const { add, change, remove } = usePriceListChanges()
  const [open, setOpen] = useState<Open>()
  const keepRowFocus = useRowFocus()
  const close = () => setOpen(undefined)
  const removed = open && 'removed' in open ? open.removed : undefined

  async function save(changed: PriceList | undefined, facts: NewPriceList) {
    if (changed) await change(changed, facts)
    else await add(facts)
    toast.success(changed ? 'The price list is saved' : 'The price list is added')
    close()
  }

  const actions = (list: PriceList) => (
    <span className="cluster">
      <Button
        size="small"
        icon={Pencil}
        aria-label={`Change ${list.name}`}
        onClick={({ currentTarget }) => {
          keepRowFocus(currentTarget)
          setOpen({ form: list })
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
          setOpen({ removed: list })
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
    <>
      <DashboardHead page="Price lists">
        <Button size="small" icon={Plus} onClick={() => setOpen({ form: undefined })}>
          Add a price list
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <div className="table-card" aria-busy={lists.isFetching}>
          {lists.data?.length ? (
            <DataTable
              caption="Price lists by name"
              rows={lists.data}
              columns={columns}
              card={card}
            />
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
        <LastListChanges />
      </div>
      <Dialog
        open={open !== undefined && 'form' in open}
        onClose={close}
        title={
          open && 'form' in open && open.form ? `Change ${open.form.name}` : 'Add a price list'
        }
      >
        {open && 'form' in open && (
          <ListForm
            changed={open.form}
            onSave={(facts) => save(open.form, facts)}
            onCancel={close}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removed !== undefined}
        onClose={close}
        title="Delete this price list?"
        confirmLabel="Delete"
        cancelLabel="Keep"
        onConfirm={async () => {
          if (removed) await remove(removed._id)
          toast.success('The price list is deleted')
        }}
      >
        {removed?.name} is deleted with its own prices. A list with accounts cannot be deleted.
      </ConfirmDialog>
    </>
  )
}

const counted = (count: number, noun: string) =>
  `${groupDigits(count)} ${count === 1 ? noun : `${noun}s`}`

const name = ({ _id, name: title, percentOff }: PriceList) => (
  <span>
    <Link className="table__main" to={`/dashboard/priceLists/${_id}`}>
      {title}
    </Link>
    <small>{percentOff > 0 ? `${percentOff}% off` : 'Own prices alone'}</small>
  </span>
)

const minimum = ({ minOrder }: PriceList) => (minOrder > 0 ? dollars(minOrder) : 'None')
