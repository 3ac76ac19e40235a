import { useQuery } from '@tanstack/react-query'
import { shop } from '#contract/shop.ts'
import type { Taxation } from '#contract/taxes/tax-lines.ts'
import { taxes } from '#contract/taxes/taxes.ts'
import { read } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.tsx'

/**
 * The taxes on new orders of the account. Undefined in a shop that charges none, for visitors, and until they are known: a
 * total without them is refused, not charged.
 */
export function useTaxes(): Taxation | undefined {
  const { account } = useSession()
  const { data: config } = useQuery(read(shop.config, {}))
  const isWanted = config?.taxes === true && Boolean(account)
  const { data } = useQuery({ ...read(taxes.own, {}), enabled: isWanted })
  return isWanted ? data : undefined
}
