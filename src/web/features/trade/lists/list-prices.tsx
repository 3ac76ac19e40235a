import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { writeLadder } from '#contract/prices/ladder.ts'
import { type ListPrices as Priced, priceLists } from '#contract/prices/price-lists.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { read } from '#web/lib/api/api.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { FindProduct } from './find-product.tsx'
import { contentsOf, countsOf } from './list-contents.ts'
import { OwnPricesForm, type PricedProduct, withOwn } from './own-prices-form.tsx'
import { usePriceListChange } from './price-list-data.ts'

/** The products with prices of the list's own. */
export function ListPrices({ id }: { id: string }) {
  const shown = useManagedList(contentsOf(id, { one: 'product', many: 'products' }), {
    rows: ({ page, limit }) => read(priceLists.prices, { params: { id }, query: { page, limit } }),
    counts: () => ({ ...read(priceLists.list, {}), select: countsOf(id) }),
  })
  const call = usePriceListChange()
  const [edited, setEdited] = useState<PricedProduct>()
  const keepRowFocus = useRowFocus()
  const close = () => setEdited(undefined)

  const action = (priced: Priced) => (
    <Button
      size="small"
      icon={Pencil}
      aria-label={`Change prices of ${priced.product.name}`}
      onClick={({ currentTarget }) => {
        keepRowFocus(currentTarget)
        setEdited(withOwn(priced))
      }}
    >
      Change
    </Button>
  )
  const columns: Column<Priced>[] = [
    { title: 'Product', cell: named },
    { title: 'Own prices', cell: ownPrices },
    { title: 'Actions', cell: action },
  ]
  return (
    <>
      <FindProduct id={id} priced={shown.total.rows ?? 0} onChoose={setEdited} />
      <ManagedTable
        shown={shown}
        caption="Products with own prices, by name"
        columns={columns}
        renderEmpty={() => <EmptyState heading="h2" title="No individual prices yet" />}
      />
      <Dialog
        open={edited !== undefined}
        onClose={close}
        title={edited ? `Prices of ${edited.name}` : ''}
      >
        {edited && (
          <OwnPricesForm
            product={edited}
            onCancel={close}
            onSave={async (own) => {
              const body = { product: edited._id, prices: own }
              await call(priceLists.setPrices, { params: { id }, body })
              toast.success(own.length > 0 ? 'Prices saved' : 'Prices removed')
              close()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

const named = ({ product: { name, partNumber, price } }: Priced) => (
  <span>
    <span className="table__main">{name}</span>
    <small>
      {partNumber && `${partNumber}, `}public price {dollars(price)}
    </small>
  </span>
)

const ownPrices = ({ prices }: Priced) => <span>{writeLadder(prices)}</span>
