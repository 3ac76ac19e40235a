import { ArchiveRestore, FileSpreadsheet, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type ManagedProduct,
  manageProducts,
  type ProductSort,
  type ProductTab,
} from '#contract/products/manage-products.ts'
import { messages, products } from '#contract/products/products.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { read } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useChange } from '#web/domain/use-change.ts'
import { dollars, unitsText } from '#contract/formats/formatting.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { FromLine, Stock } from '#web/domain/product-facts.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

const list = managedList<ProductTab, ProductSort>({
  path: pathTo.manageProducts,
  noun: { one: 'product', many: 'products' },
  searchedIn: 'Name, part number or description',
  tabs: {
    label: 'Products by state',
    texts: { live: 'In the shop', short: 'Below minimum', archived: 'Deleted' },
  },
  sorts: {
    texts: {
      added: { asc: 'Oldest first', desc: 'Newest first' },
      name: { asc: 'Name, A to Z', desc: 'Name, Z to A' },
      price: { asc: 'Lowest price first', desc: 'Highest price first' },
      stock: { asc: 'Least in stock first', desc: 'Most in stock first' },
    },
    textColumns: ['name'],
  },
})

export function ManageProductsPage() {
  const shown = useManagedList(list, {
    rows: (query) => read(manageProducts.list, { query }),
    counts: (query) => read(manageProducts.counts, { query }),
  })
  const call = useChange('catalogue', 'auditLog')
  const [deleting, setDeleting] = useState<ManagedProduct>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()

  async function remove({ _id: id, name }: ManagedProduct) {
    await call(products.remove, { params: { id } })
    toast.success(messages.deleted(name))
  }

  async function restore({ _id: id, name }: ManagedProduct, pressed: HTMLButtonElement) {
    keepRowFocus(pressed)
    setProblem(undefined)
    try {
      await call(manageProducts.restore, { params: { id } })
      toast.success(`Product: ${name} is back in the shop`)
    } catch (error) {
      setProblem(`${name} is not back in the shop. ${sentenceFor(error)}`)
    }
  }

  const actions = (product: ManagedProduct) => (
    <span className="cluster">
      <ButtonLink
        size="small"
        icon={Pencil}
        to={pathTo.manageProduct(product._id)}
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
        <ButtonLink size="small" to={pathTo.importProducts} icon={FileSpreadsheet}>
          Import or export
        </ButtonLink>
        <ButtonLink size="small" to={pathTo.addProduct} icon={Plus}>
          Add a product
        </ButtonLink>
      </DashboardHead>
      <ManagedTable
        shown={shown}
        caption="Products; the headings of the columns sort them"
        columns={columns}
        card={card}
        isDense
        empty={
          <EmptyState
            heading="h2"
            title="No products yet"
            actions={
              <ButtonLink to={pathTo.addProduct} variant="primary" icon={Plus}>
                Add a product
              </ButtonLink>
            }
          >
            Products you add appear here.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete this product?"
        confirmLabel="Delete"
        cancelLabel="Keep product"
        onConfirm={() => deleting && remove(deleting)}
      >
        {deleting && `${deleting.name}: ${unitsText(deleting.quantity)} left in stock.`} It’s
        removed from the shop and can be restored. Existing orders are not affected.
      </ConfirmDialog>
    </>
  )
}

const picturedName = ({ _id, name, img, partNumber }: ManagedProduct) => (
  <span className="table__with-thumb">
    <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb" />
    <span>
      <span className="table__main clip" id={`product-${_id}`} title={name}>
        {name}
      </span>
      {partNumber && (
        <small className="mono clip" translate="no" title={partNumber}>
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
