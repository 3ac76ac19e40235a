import { useQueryClient } from '@tanstack/react-query'
import { ArchiveRestore, FileSpreadsheet, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ManagedProduct, manageProducts, type ProductSort } from '#contract/manage-products.ts'
import { messages, products } from '#contract/products.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { call } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { invalidateCatalogue } from '#web/domain/invalidate-catalogue.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { FromLine, Stock } from '#web/domain/product-facts.tsx'
import { SortedList } from '#web/ui/list/sorted-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import {
  managedList,
  type ShownProducts,
  sortTexts,
  useManagedProducts,
} from './managed-products.ts'
import { ProductTabs } from './product-tabs.tsx'

export function ManageProductsPage() {
  const client = useQueryClient()
  const { params, setParams } = useListParams(managedList)
  const { page, found, counted } = useManagedProducts(params)
  const [deleting, setDeleting] = useState<ManagedProduct>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()

  async function remove({ _id: id, name }: ManagedProduct) {
    await call(products.remove, { params: { id } })
    toast.success(messages.deleted(name))
    await invalidateCatalogue(client)
  }

  async function restore({ _id: id, name }: ManagedProduct, pressed: HTMLButtonElement) {
    keepRowFocus(pressed)
    setProblem(undefined)
    try {
      await call(manageProducts.restore, { params: { id } })
      toast.success(`Product: ${name} is back in the shop`)
      await invalidateCatalogue(client)
    } catch (error) {
      setProblem(`${name} is not back in the shop. ${sentenceFor(error)}`)
    }
  }

  const actions = (product: ManagedProduct) => (
    <span className="cluster">
      <ButtonLink
        size="small"
        icon={Pencil}
        to={`/dashboard/manageProduct/${product._id}`}
        aria-describedby={`product-${product._id}`}
      >
        Edit
      </ButtonLink>
      {product.archivedAt ? (
        <Button
          size="small"
          icon={ArchiveRestore}
          aria-describedby={`product-${product._id}`}
          onClick={({ currentTarget }) => restore(product, currentTarget)}
        >
          Restore
        </Button>
      ) : (
        <Button
          size="small"
          icon={Trash2}
          aria-describedby={`product-${product._id}`}
          onClick={({ currentTarget }) => {
            keepRowFocus(currentTarget)
            setDeleting(product)
          }}
        >
          Delete
        </Button>
      )}
    </span>
  )
  const columns: Column<ManagedProduct, ProductSort>[] = [
    { title: 'Product', sort: 'name', cell: picturedName },
    { title: 'Price', sort: 'price', isNumber: true, cell: price, width: 'code' },
    { title: 'Stock', sort: 'stock', cell: stock, width: 'action' },
    { title: 'Actions', cell: actions, width: 'actions' },
  ]
  const card = (product: ManagedProduct) => (
    <>
      <div className="card-row">
        {picturedName(product)}
        <span className="card-row__end">{price(product)}</span>
      </div>
      {stock(product)}
      {actions(product)}
    </>
  )

  return (
    <>
      <DashboardHead page={specifiedDashboard.products} problem={problem}>
        <ButtonLink size="small" to="/dashboard/importProducts" icon={FileSpreadsheet}>
          Import or export
        </ButtonLink>
        <ButtonLink size="small" to="/dashboard/addProduct" icon={Plus}>
          Add a product
        </ButtonLink>
      </DashboardHead>
      <SortedList
        list={managedList}
        params={params}
        setParams={setParams}
        page={page}
        total={counted}
        noun="products"
        searchedIn="Name, part number or description"
        tabs={<ProductTabs shown={params} found={found} />}
        sortTexts={sortTexts}
        textColumns={['name']}
        caption="Products; the headings of the columns sort them"
        columns={columns}
        card={card}
        isDense
        renderEmpty={(showInstead) => <NoProducts shown={params} show={showInstead} />}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete this product?"
        confirmLabel="Delete"
        cancelLabel="Keep product"
        onConfirm={() => deleting && remove(deleting)}
      >
        {deleting && `${deleting.name}: ${stockLeft(deleting.quantity)} left in stock.`} It’s
        removed from the shop and can be restored. Existing orders are not affected.
      </ConfirmDialog>
    </>
  )
}

type NoProductsProps = { shown: ShownProducts; show: (change: Partial<ShownProducts>) => void }

function NoProducts({ shown: { q, tab, page }, show }: NoProductsProps) {
  if (q) {
    return (
      <EmptyState
        heading="h2"
        title={`No product matches “${q}”`}
        actions={<Button onClick={() => show({ q: '' })}>Clear search</Button>}
      />
    )
  }
  if (tab === 'live' && page === 1) {
    return (
      <EmptyState
        heading="h2"
        title="No products yet"
        actions={
          <ButtonLink to="/dashboard/addProduct" variant="primary" icon={Plus}>
            Add a product
          </ButtonLink>
        }
      >
        Products you add appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="h2"
      title="No products here"
      actions={<Button onClick={() => show({ tab: 'live' })}>All products</Button>}
    />
  )
}

const stockLeft = (quantity: number) => (quantity === 1 ? '1 unit' : `${quantity} units`)

const picturedName = ({ _id, name, img, partNumber }: ManagedProduct) => (
  <span className="table__with-thumb">
    <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb" />
    <span>
      <span className="table__main clip" id={`product-${_id}`} title={name}>
        {name}
      </span>
      {partNumber && (
        <small className="mono clip" title={partNumber}>
          {partNumber}
        </small>
      )}
    </span>
  </span>
)

const price = (product: ManagedProduct) => (
  <>
    <b>{dollars(product.price)}</b>
    <FromLine product={product} />
  </>
)

const stock = ({ quantity }: ManagedProduct) => <Stock quantity={quantity} />
