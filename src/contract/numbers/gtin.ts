/** Lengths of a global trade item number (GTIN): EAN-8, UPC-A, EAN-13 and GTIN-14. Zeros fill a shorter one up to a longer one. */
const lengths = [8, 12, 13, 14] as const

const isOfLength = (key: string) => /^(?:\d{8}|\d{12,14})$/.test(key)

/** Whether it is a UPC-A without its first zero, which spreadsheets drop. */
const hasLostZero = (key: string) => /^\d{11}$/.test(key) && isGtin(`0${key}`)

/**
 * The same GTIN in each of its lengths, the shortest first, for a key (`partKey`) of digits: scanners and files write one
 * barcode with 12, 13 or 14. Nothing for other numbers.
 */
export function gtinForms(key: string): string[] {
  if (!isOfLength(key) && !hasLostZero(key)) return []
  const digits = key.replace(/^0+/, '')
  return lengths.flatMap((length) =>
    digits.length > 0 && digits.length <= length ? [digits.padStart(length, '0')] : [],
  )
}

/** The key in the shortest length of its GTIN; other numbers as they are. */
export const shortestGtin = (key: string) => gtinForms(key)[0] ?? key

/** Whether the key is a GTIN whose check digit is right: from it to the left, digits count once and three times in turn. */
export const isGtin = (key: string) =>
  isOfLength(key) &&
  Array.from(key)
    .toReversed()
    .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) %
    10 ===
    0

/**
 * The keys under which a part of this number may be kept, its own writing first: those of the same GTIN, also without the zero that
 * spreadsheets drop. Only itself if the check digit is wrong, since other numbers keep their zeros.
 */
export function ownKeys(key: string): string[] {
  const forms = gtinForms(key)
  const [shortest = ''] = forms
  if (!isGtin(shortest)) return [key]
  return [...new Set([key, ...forms, ...(/^0\d{11}$/.test(shortest) ? [shortest.slice(1)] : [])])]
}
