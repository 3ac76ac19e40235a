import { asText } from '../../http/csv.ts'
import { unsubscribeAddress } from './mail-templates.ts'

/** A row of the exported subscribers. Neither addresses nor tokens contain commas or quotes. */
export const exportRow =
  (origin: string) =>
  ({ email, unsubscribeToken }: { email: string; unsubscribeToken: string }) =>
    `${asText(email)},${unsubscribeAddress(origin, unsubscribeToken)}`
