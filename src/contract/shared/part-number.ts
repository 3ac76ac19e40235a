import * as z from 'zod/mini'

const lengthMax = 40

/** A part's number as it is printed; empty for none. */
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

/** What is left of a part number without what people write differently; the database's `part_key` does the same. */
export const partKey = (partNumber: string) =>
  partNumber.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
