/** Room for 300,000 rows. */
export const numberFileBytesMax = 32 * 1024 * 1024
export const numberFileRowsMax = 300_000

/** The headings of numbers as a file; their order in a file is free. */
export const numberColumns = {
  partNumber: 'Part number',
  kind: 'Kind',
  brand: 'Brand',
  number: 'Number',
  replacedBy: 'Replaced by',
} as const
export type NumberColumn = keyof typeof numberColumns

/** In the column `Replaced by`: the part has no successor any more. */
export const noSuccessor = '-'
