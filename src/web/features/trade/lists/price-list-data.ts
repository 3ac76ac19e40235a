import { useQuery } from '@tanstack/react-query'
import { priceLists } from '#contract/prices/price-lists.ts'
import { useChange } from '#web/domain/use-change.ts'
import { read } from '#web/lib/api/api.ts'

export const usePriceLists = () => useQuery(read(priceLists.list, {}))

export const usePriceListChange = () => useChange('priceLists', 'auditLog')
