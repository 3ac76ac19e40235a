import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Id, IdParams, NumberedPage, text } from './shared/fields.ts'
import { columnTitles } from './product-fields/shapes.ts'
import { numberImportModes } from './numbers/number-files.ts'
import type { ProductColumn } from './product-fields/product-fields.ts'

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
  // Safe: the columns of all fields, and the two that are no fields.
]) as Readonly<Record<CsvColumn, string>>

/** What a file is about: the catalogue, or other numbers of its products. Fitments have calls of their own. */
export const importKinds = ['products', 'numbers'] as const
export type ImportKind = (typeof importKinds)[number]

/** Only a file of numbers removes something. */
const rowOutcomes = ['new', 'changed', 'removed', 'unchanged', 'wrong'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

const importStates = ['reading', 'checked', 'applying', 'applied', 'undoing', 'undone'] as const

export const ProductImport = z.object({
  _id: Id,
  of: z.enum(importKinds),
  fileName: z.string(),
  /** The e-mail address of the admin. */
  by: z.string(),
  createdAt: z.string(),
  state: z.enum(importStates),
  /** The number of rows with each outcome. */
  counts: z.object({
    new: z.number(),
    changed: z.number(),
    /** Of numbers. */
    removed: z.optional(z.number()),
    unchanged: z.number(),
    wrong: z.number(),
  }),
  /** The completed share of an import or undo, from 0 to 1. */
  progress: z.number(),
  /** The reason why the last attempt to import or undo failed and changed nothing. */
  problem: z.nullable(z.string()),
  /** The number of products that the undo left unchanged, at least in part. */
  keptRows: z.number(),
})
export type ProductImport = z.output<typeof ProductImport>

export const ImportRow = z.object({
  _id: z.string(),
  /** The line in the file; null for what the file removes. */
  line: z.nullable(z.number()),
  outcome: z.enum(rowOutcomes),
  name: z.string(),
  product: z.nullable(Id),
  changes: z.array(
    z.object({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  problems: z.array(z.string()),
  /** The values that the undo left unchanged. */
  note: z.nullable(z.string()),
})
export type ImportRow = z.output<typeof ImportRow>

const ofImport = { access: 'admin', params: IdParams, response: ProductImport } as const

const ofKind = z.optional(z.enum(importKinds, `of is ${importKinds.join(', ')}`))

/** Export and import of the catalogue, and of other numbers of its products, as CSV files. */
export const imports = {
  numbersCsv: endpoint({
    method: 'GET',
    path: '/manage/numbers/export',
    access: 'admin',
    summary: 'The other numbers of all products as a CSV file that can be imported again',
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
      'Say what a CSV file would change in the catalogue, or in its other numbers (of=numbers); nothing is changed yet',
    takes: 'text/csv',
    priorityClass: 'memory',
    query: z.object({
      fileName: text('The file has no name', { max: 255 }),
      of: ofKind,
      /** Of numbers: whether the file has all of each part that it names numbers of, which it has unless given. */
      mode: z.optional(z.enum(numberImportModes)),
    }),
    response: ProductImport,
    problems: ['invalid', 'too-large', 'unsupported-media'],
    keepsPublicReads: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/manage/imports',
    access: 'admin',
    summary: 'The last imports of a kind, newest first',
    query: z.object({ of: ofKind }),
    response: z.array(ProductImport),
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
  apply: endpoint({
    ...ofImport,
    method: 'POST',
    path: '/manage/imports/{id}/apply',
    summary: 'Begin to import what was checked: all of it, or nothing',
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
