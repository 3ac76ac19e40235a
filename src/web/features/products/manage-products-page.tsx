import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messages, type Product, products } from '#contract/products.ts'
import { call, keyOf } from '#web/lib/api.ts'
import { useRowFocus } from '#web/lib/focus.ts'
import { dollars } from '#web/lib/format.ts'
import { changeRow, usePagedList } from '#web/lib/paged-list.ts'
import { partDrawing } from '#web/lib/part-drawing.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ListCard } from '#web/ui/list-card.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Stock } from '#web/ui/product-facts.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toaster.tsx'

export function ManageProductsPage() {
  const list = usePagedList(products.list, { sort: 'newest' })
  const [deleting, setDeleting] = useState<Product>()
  const { mutateAsync: deleteProduct } = useDeleteProduct()
  const keepRowFocus = useRowFocus()

  async function confirmDeletion(product: Product) {
    await deleteProduct(product)
    toast.success(messages.deleted(product.name))
  }

  const deletion = (product: Product) => (
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
  )
  const columns: Column<Product>[] = [
    { title: 'Product', cell: picturedName },
    { title: 'Price', isNumber: true, cell: price },
    { title: 'Stock', cell: stock },
    { title: 'Actions', cell: deletion },
  ]
  const card = (product: Product) => (
    <>
      <div className="card-row">
        {picturedName(product)}
        <span className="card-row__end">{price(product)}</span>
      </div>
      <div className="card-row">
        {stock(product)}
        <span className="card-row__end">{deletion(product)}</span>
      </div>
    </>
  )

  return (
    <>
      <title>Manage Product-Auto Parts</title>
      <div className="page-head">
        <h1>Manage Product</h1>
      </div>
      <ListCard
        list={list}
        noun={{ one: 'product', many: 'products' }}
        searchedIn="Name or description"
        empty={
          <EmptyState
            heading="h2"
            title="No products yet"
            actions={
              <ButtonLink to="/dashboard/addProduct" variant="primary" icon={Plus}>
                Add a product
              </ButtonLink>
            }
          >
            What you add to the catalogue appears here.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Products, newest first" rows={rows} columns={columns} card={card} />
        )}
      </ListCard>
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete this product?"
        confirmLabel="Delete"
        cancelLabel="Keep product"
        onConfirm={() => deleting && confirmDeletion(deleting)}
      >
        {deleting && `${deleting.name}: ${stockLeft(deleting.quantity)} left in stock.`} It leaves
        the shop. Orders that were placed stay as they are.
      </ConfirmDialog>
    </>
  )
}

const stockLeft = (quantity: number) => (quantity === 1 ? '1 unit' : `${quantity} units`)

const picturedName = ({ _id, name, img }: Product) => (
  <span className="table__with-thumb">
    <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb" />
    <span className="table__main" id={`product-${_id}`}>
      {name}
    </span>
  </span>
)

const price = (product: Product) => <b>{dollars(product.price)}</b>

const stock = ({ quantity }: Product) => <Stock quantity={quantity} />

function useDeleteProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Product) => call(products.remove, { params: { id: _id } }),
    onSuccess: (_, { _id }) => {
      changeRow(client, products.list, _id, () => undefined)
      void client.invalidateQueries({ queryKey: keyOf(products.list) })
    },
  })
}
