import type { ProductCounts, ProductTab } from '#contract/manage-products.ts'
import { addressOf } from '#web/lib/shown-rows.ts'
import { ListTabs } from '#web/ui/list-tabs.tsx'
import { managedList, type ShownProducts } from './managed-products.ts'

const texts: Record<ProductTab, string> = {
  live: 'In the shop',
  short: 'Too few to order',
  archived: 'Deleted',
}

type ProductTabsProps = { shown: ShownProducts; found: ProductCounts | undefined }

/** The lists of products, each with how many of those that a search finds are in it. */
export const ProductTabs = ({ shown, found }: ProductTabsProps) => (
  <ListTabs
    label="Products by state"
    texts={texts}
    shown={shown.tab}
    found={found}
    to={(tab) => addressOf(managedList, { ...shown, tab, page: 1 })}
  />
)
