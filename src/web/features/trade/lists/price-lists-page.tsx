import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type NewPriceList, type PriceList, priceLists } from '#contract/prices/price-lists.ts'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ListForm } from './list-form.tsx'
import { usePriceListChange } from './price-list-data.ts'
import { PriceListTable } from './price-list-table.tsx'

type Open = { form: PriceList | undefined } | { removed: PriceList }

/** The price lists, and what adds, changes and deletes one. */
export function PriceListsPage() {
  const call = usePriceListChange()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const removed = open && 'removed' in open ? open.removed : undefined

  async function save(changed: PriceList | undefined, body: NewPriceList) {
    if (changed) await call(priceLists.change, { params: { id: changed._id }, body })
    else await call(priceLists.add, { body })
    toast.success(changed ? 'Price list saved' : 'Price list added')
    close()
  }

  return (
    <>
      <DashboardHead page="Price lists">
        <Button size="small" icon={Plus} onClick={() => setOpen({ form: undefined })}>
          Add a price list
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <PriceListTable
          onChange={(list) => setOpen({ form: list })}
          onDelete={(list) => setOpen({ removed: list })}
        />
        <ObjectLog about="price-list" />
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
          if (removed) await call(priceLists.remove, { params: { id: removed._id } })
          toast.success('Price list deleted')
        }}
      >
        {removed?.name} is deleted with its own prices. A list with accounts cannot be deleted.
      </ConfirmDialog>
    </>
  )
}
