import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { writeLadder } from '#contract/prices/ladder.ts'
import { type ListPrices as Priced, priceLists } from '#contract/prices/price-lists.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { read } from '#web/lib/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { FindProduct } from './find-product.tsx'
import type { ListTabProps } from './list-tabs.ts'
import { OwnPricesForm, type PricedProduct, withOwn } from './own-prices-form.tsx'
import { usePriceListChanges } from './price-list-data.ts'

/** The products with prices of the list's own. */
export function ListPrices({ id, list, params, setParams, total, tabs }: ListTabProps) {
  const { page: number, limit } = params
  const page = useQuery({
    ...read(priceLists.prices, { params: { id }, query: { page: number, limit } }),
    placeholderData: keepPreviousData,
  })
  const { setPrices } = usePriceListChanges()
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
  const card = (priced: Priced) => (
    <>
      {named(priced)}
      {ownPrices(priced)}
      {action(priced)}
    </>
  )
  return (
    <>
      <FindProduct id={id} priced={total.rows ?? 0} onChoose={setEdited} />
      <NumberedList
        list={list}
        params={params}
        setParams={setParams}
        page={page}
        total={total}
        noun="products"
        tabs={tabs}
        renderEmpty={() => <EmptyState heading="h2" title="No product has prices of this list" />}
      >
        {(rows) => (
          <DataTable
            caption="Products with own prices, by name"
            rows={rows}
            columns={columns}
            card={card}
          />
        )}
      </NumberedList>
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
              await setPrices(id, edited._id, own)
              toast.success(own.length > 0 ? 'The prices are saved' : 'The prices are removed')
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
