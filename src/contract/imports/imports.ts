import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, NumberedPage, text } from '../shared/fields.ts'
import { columnTitles } from '../products/fields/shapes.ts'
import type { ProductColumn } from '../products/fields/product-fields.ts'
import { openEnum } from '../shared/open-enum.ts'

/** Room for 200,000 rows with descriptions of a few lines. */
export const importBytesMax = 64 * 1024 * 1024
export const importRowsMax = 200_000

export type CsvColumn = 'id' | ProductColumn | 'stock_before'

/** The headings of the catalogue as a file, by column; their order in a file is free. */
export const csvColumns = Object.fromEntries([
  ['id', 'Id'],
  ...Object.entries(columnTitles).flatMap(([column, title]) => [
    [column, title],
    // The stock when the file was made: an import applies the difference.
    ...(column === 'quantity' ? [['stock_before', 'Stock before']] : []),
  ]),
  // Safe: the columns of all fields, and the two that are not fields.
]) as Readonly<Record<CsvColumn, string>>

/**
 * The heading of the reasons, in the first column of the rows that an import leaves out, so that a row with too few or too
 * many cells stays one. A corrected file may keep the column.
 */
export const refusedColumn = 'Why it was left out'

/** What a file is about: the catalogue, other numbers of its products, or what they fit. */
export const importKinds = ['products', 'numbers', 'fitments'] as const
export type ImportKind = (typeof importKinds)[number]

/** Whether a file of numbers or fitments says all about the parts that it names, or only adds some. */
const importModes = ['replace', 'add'] as const
export type ImportMode = (typeof importModes)[number]

/** A file of products removes nothing. A row that is left out is `skipped`. */
const rowOutcomes = ['new', 'changed', 'removed', 'unchanged', 'wrong', 'skipped'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** A file that is checked after its upload is `checking`, and `failed` if it cannot be read. */
const importStates = [
  'reading',
  'checking',
  'failed',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
] as const

export const FileImport = z.object({
  _id: Id,
  of: z.enum(importKinds),
  fileName: z.string(),
  /** Only in imports of numbers and fitments. */
  mode: z.optional(openEnum(importModes)),
  /** The e-mail address of the admin. */
  by: z.string(),
  createdAt: z.string(),
  state: openEnum(importStates),
  /** The number of rows with each outcome. */
  counts: z.object({
    new: z.number(),
    changed: z.number(),
    /** Only in imports of numbers and fitments. */
    removed: z.optional(z.number()),
    unchanged: z.number(),
    wrong: z.number(),
    /** Missing in answers of nodes of earlier releases. */
    skipped: z.optional(z.number()),
  }),
  /** Whether parts with an error may be left out. Missing in answers of nodes of earlier releases, which leave nothing out. */
  canLeaveOut: z.optional(z.boolean()),
  /** The number of products that a file of fitments changes. */
  parts: z.optional(z.number()),
  /** The completed share of a check, an import or an undo, from 0 to 1. */
  progress: z.number(),
  /** The reason why the last attempt to import or undo failed and changed nothing. */
  problem: z.nullable(z.string()),
  /** The problems of rows of fitments, the most frequent first. */
  problems: z.optional(z.array(z.object({ problem: z.string(), rows: z.number() }))),
  /** What the shop reads otherwise than a file of fitments writes it, the most frequent first. */
  remarks: z.optional(z.array(z.object({ remark: z.string(), rows: z.number() }))),
  /** The number of products that the undo left unchanged, at least in part; of numbers and fitments the rows of these. */
  keptRows: z.number(),
  /** The number of products whose fitments the undo left unchanged. */
  keptParts: z.optional(z.number()),
})
export type FileImport = z.output<typeof FileImport>

export const ImportRow = z.object({
  _id: z.string(),
  /** The line in the file; null for what the file removes. */
  line: z.nullable(z.number()),
  outcome: openEnum(rowOutcomes),
  /** The name of the product; for an unknown product, its name or number in the file. */
  name: z.string(),
  product: z.nullable(Id),
  /** Make and model of a fitment, as the shop or else as the file writes them. */
  car: z.optional(z.string()),
  changes: z.array(
    z.object({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  problems: z.array(z.string()),
  /** What the shop reads otherwise than the file writes it; after an undo, the values that it left unchanged. */
  note: z.nullable(z.string()),
})
export type ImportRow = z.output<typeof ImportRow>

const ofImport = { access: 'admin', params: IdParams, response: FileImport } as const

const ofKind = z.optional(z.enum(importKinds, `of is ${importKinds.join(', ')}`))

/** Export and import of the catalogue, of other numbers of its products and of what they fit, as CSV files. */
export const imports = {
  numbersCsv: endpoint({
    method: 'GET',
    path: '/manage/numbers/export',
    access: 'admin',
    summary: 'The other numbers of all products as a CSV file that can be imported again',
    file: 'text/csv',
    response: z.string(),
  }),
  fitmentsCsv: endpoint({
    method: 'GET',
    path: '/manage/fitments/export',
    access: 'admin',
    summary: 'What all products fit, as a CSV file that can be imported again',
    file: 'text/csv',
    response: z.string(),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/manage/products/export',
    access: 'admin',
    summary: 'The whole catalogue as a CSV file that can be imported again',
    file: 'text/csv',
    response: z.string(),
  }),
  check: endpoint({
    method: 'POST',
    path: '/manage/imports',
    access: 'admin',
    summary:
      'Check a CSV file of products, numbers or fitments (fitments after the answer), and list its changes without making them',
    takes: 'text/csv',
    priorityClass: 'memory',
    query: z.object({
      fileName: text('The file has no name', { max: 255 }),
      of: ofKind,
      /** Not of products: whether the file says all about the parts that it names (`replace`, the default) or only adds (`add`). */
      mode: z.optional(z.enum(importModes)),
      /** Leaves out rows about parts that the shop does not have. */
      only: z.optional(z.literal('known')),
    }),
    response: FileImport,
    problems: ['invalid', 'too-large', 'unsupported-media'],
    keepsPublicReads: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/manage/imports',
    access: 'admin',
    summary: 'The last imports of a kind, newest first',
    query: z.object({ of: ofKind }),
    response: z.array(FileImport),
  }),
  one: endpoint({
    ...ofImport,
    method: 'GET',
    path: '/manage/imports/{id}',
    summary: 'One import, and how far it is',
    problems: ['not-found'],
  }),
  rows: endpoint({
    method: 'GET',
    path: '/manage/imports/{id}/rows',
    access: 'admin',
    summary: 'What an import does row by row, by numbered page',
    params: IdParams,
    query: z.extend(NumberedPage, {
      outcome: z.optional(z.enum(rowOutcomes)),
      /** Only rows that the undo left unchanged. */
      kept: z.optional(z.literal('true')),
    }),
    response: z.array(ImportRow),
    problems: ['not-found'],
  }),
  refused: endpoint({
    method: 'GET',
    path: '/manage/imports/{id}/refused',
    access: 'admin',
    summary:
      'The rows that an import leaves out, as its file writes them, each with the reason: a CSV file to correct and send again',
    params: IdParams,
    file: 'text/csv',
    response: z.string(),
    problems: ['not-found'],
  }),
  apply: endpoint({
    ...ofImport,
    method: 'POST',
    path: '/manage/imports/{id}/apply',
    summary: 'Begin to import what was checked: all of it, or nothing',
    query: z.object({
      /** Leaves out every part with a wrong row, instead of refusing the file, if it `canLeaveOut`. */
      leaveOut: z.optional(z.literal('wrong')),
    }),
    problems: ['not-found', 'not-in-this-state'],
  }),
  undo: endpoint({
    ...ofImport,
    method: 'POST',
    path: '/manage/imports/{id}/undo',
    summary: 'Begin to take an import back; what was sold or changed by hand since then stays',
    problems: ['not-found', 'not-in-this-state'],
  }),
}
