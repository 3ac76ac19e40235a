import type { ProductCounts, ProductTab } from '#contract/manage-products.ts'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { managedList, type ShownProducts } from './managed-products.ts'

const texts: Record<ProductTab, string> = {
  live: 'In the shop',
  short: 'Below minimum',
  archived: 'Deleted',
}

type ProductTabsProps = { shown: ShownProducts; found: ProductCounts | undefined }

/** The lists of products with their numbers of matches. */
export const ProductTabs = ({ shown, found }: ProductTabsProps) => (
  <ListTabs
    list={managedList}
    params={shown}
    label="Products by state"
    texts={texts}
    tabCounts={found}
  />
)
