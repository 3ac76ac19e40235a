import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { NewPriceList, PriceList } from '#contract/prices/price-lists.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { LastListChanges } from './last-list-changes.tsx'
import { ListForm } from './list-form.tsx'
import { usePriceListChanges } from './price-list-data.ts'
import { PriceListTable } from './price-list-table.tsx'

type Open = { form: PriceList | undefined } | { removed: PriceList }

/** The price lists, and what adds, changes and deletes one. */
export function PriceListsPage() {
  const { add, change, remove } = usePriceListChanges()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const removed = open && 'removed' in open ? open.removed : undefined

  async function save(changed: PriceList | undefined, facts: NewPriceList) {
    if (changed) await change(changed, facts)
    else await add(facts)
    toast.success(changed ? 'The price list is saved' : 'The price list is added')
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
