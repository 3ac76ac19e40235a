import type { QueryClient } from '@tanstack/react-query'
import { addresses } from '#contract/addresses/addresses.ts'
import { taxes } from '#contract/taxes/taxes.ts'
import { keyOf } from '#web/lib/api/api.ts'

/** After a change of the address book: the default address decides on the taxes. */
export const refreshAddresses = (client: QueryClient) =>
  Promise.all(
    [addresses.list, taxes.own].map((endpoint) =>
      client.invalidateQueries({ queryKey: keyOf(endpoint) }),
    ),
  )
