/** Room for 1,000,000 rows with notes in some. */
export const fitmentFileBytesMax = 128 * 1024 * 1024
export const fitmentFileRowsMax = 1_000_000

/** Fitments of one product after an import. */
export const fitmentsOfPartMax = 5_000

/** The headings of fitments as a file; their order in a file is free. */
export const fitmentColumns = {
  id: 'Id',
  partNumber: 'Part number',
  make: 'Make',
  model: 'Model',
  scheme: 'Scheme',
  code: 'Code',
  yearFrom: 'Year from',
  yearTo: 'Year to',
  years: 'Years',
  submodel: 'Submodel',
  engine: 'Engine',
  position: 'Position',
  perCar: 'Per car',
  note: 'Note',
  universal: 'Universal',
} as const
export type FitmentColumn = keyof typeof fitmentColumns
