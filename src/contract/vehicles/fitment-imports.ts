import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, NumberedPage, text } from '../shared/fields.ts'

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
  engine: 'Engine',
  position: 'Position',
  perCar: 'Per car',
  note: 'Note',
  universal: 'Universal',
} as const
export type FitmentColumn = keyof typeof fitmentColumns

/** Whether a file says everything about the parts that it names, or only adds to what they fit. */
const fitmentImportModes = ['replace', 'add'] as const
export type FitmentImportMode = (typeof fitmentImportModes)[number]

const fitmentImportStates = [
  'reading',
  'checking',
  'failed',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
] as const

export const FitmentImport = z.object({
  _id: Id,
  fileName: z.string(),
  mode: z.enum(fitmentImportModes),
  /** The e-mail address of the admin. */
  by: z.string(),
  createdAt: z.string(),
  state: z.enum(fitmentImportStates),
  /** The number of fitments with each outcome. */
  counts: z.object({
    new: z.number(),
    changed: z.number(),
    removed: z.number(),
    unchanged: z.number(),
    wrong: z.number(),
  }),
  /** The number of products that it changes. */
  parts: z.number(),
  /** The completed share of a check, an import or an undo, from 0 to 1. */
  progress: z.number(),
  /** The reason why the last attempt to import or undo failed and changed nothing. */
  problem: z.nullable(z.string()),
  /** The problems of its rows, the most frequent first. */
  problems: z.array(z.object({ problem: z.string(), rows: z.number() })),
  /** The number of products that the undo left as they were. */
  keptParts: z.number(),
  /** The number of their rows. */
  keptRows: z.number(),
})
export type FitmentImport = z.output<typeof FitmentImport>

const fitmentOutcomes = ['new', 'changed', 'removed', 'unchanged', 'wrong'] as const
export type FitmentOutcome = (typeof fitmentOutcomes)[number]

export const FitmentImportRow = z.object({
  _id: z.string(),
  /** The line in the file; null for a fitment that the file removes. */
  line: z.nullable(z.number()),
  outcome: z.enum(fitmentOutcomes),
  /** The name of the product, or the part number in the file if there is no such product. */
  name: z.string(),
  product: z.nullable(Id),
  /** The make and model, as the shop or else as the file writes them. */
  car: z.string(),
  changes: z.array(
    z.object({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  problems: z.array(z.string()),
  /** Why the undo left the product as it was. */
  note: z.nullable(z.string()),
})
export type FitmentImportRow = z.output<typeof FitmentImportRow>

const ofImport = { access: 'admin', params: IdParams, response: FitmentImport } as const

/** Export and import of what products fit, as a CSV file. */
export const fitmentImports = {
  csv: endpoint({
    method: 'GET',
    path: '/manage/fitments/export',
    access: 'admin',
    summary: 'What all products fit, as a CSV file that can be imported again',
    file: 'text/csv',
    response: z.string(),
  }),
  check: endpoint({
    method: 'POST',
    path: '/manage/fitments/imports',
    access: 'admin',
    summary: 'Receive a CSV file of fitments and begin to check it; nothing is changed yet',
    takes: 'text/csv',
    priorityClass: 'memory',
    query: z.object({
      fileName: text('The file has no name', { max: 255 }),
      mode: z.optional(z.enum(fitmentImportModes)),
    }),
    response: FitmentImport,
    problems: ['invalid', 'too-large', 'unsupported-media'],
    keepsPublicReads: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/manage/fitments/imports',
    access: 'admin',
    summary: 'The last imports of fitments, newest first',
    response: z.array(FitmentImport),
  }),
  one: endpoint({
    ...ofImport,
    method: 'GET',
    path: '/manage/fitments/imports/{id}',
    summary: 'One import of fitments, and how far it is',
    problems: ['not-found'],
  }),
  rows: endpoint({
    method: 'GET',
    path: '/manage/fitments/imports/{id}/rows',
    access: 'admin',
    summary: 'What an import of fitments does row by row, by numbered page',
    params: IdParams,
    query: z.extend(NumberedPage, {
      outcome: z.optional(z.enum(fitmentOutcomes)),
      /** Only rows of products that the undo left as they were. */
      kept: z.optional(z.literal('true')),
    }),
    response: z.array(FitmentImportRow),
    problems: ['not-found'],
  }),
  apply: endpoint({
    ...ofImport,
    method: 'POST',
    path: '/manage/fitments/imports/{id}/apply',
    summary: 'Begin to import the fitments that were checked: all of them, or nothing',
    problems: ['not-found', 'not-in-this-state'],
  }),
  undo: endpoint({
    ...ofImport,
    method: 'POST',
    path: '/manage/fitments/imports/{id}/undo',
    summary: 'Begin to take an import of fitments back; what was changed since then stays',
    problems: ['not-found', 'not-in-this-state'],
  }),
}
