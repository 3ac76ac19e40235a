import * as z from 'zod/mini'
import { narrowed } from '../formats/visible-text.ts'

const lengthMax = 40

/** A part number as printed; empty for none. */
export const PartNumber = z
  .string()
  .check(
    z.trim(),
    z.maxLength(lengthMax, `Must be ${lengthMax} characters or lower`),
    z.regex(
      /^(?:[A-Za-z0-9][A-Za-z0-9 ./_+-]*)?$/,
      'Letters and digits, with spaces, dots, dashes or slashes between them',
    ),
  )

/** A part number without separators and case, for comparisons; the database's `part_key` does the same with stored ones. */
export const partKey = (partNumber: string) =>
  narrowed(partNumber)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
