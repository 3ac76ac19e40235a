import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Id, IdParams, NumberedPage, text } from './shared/fields.ts'
import { columnTitles } from './product-fields/shapes.ts'
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

const rowOutcomes = ['new', 'changed', 'unchanged', 'wrong'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

const importStates = ['reading', 'checked', 'applying', 'applied', 'undoing', 'undone'] as const

export const ProductImport = z.object({
  _id: Id,
  fileName: z.string(),
  /** The e-mail address of the admin. */
  by: z.string(),
  createdAt: z.string(),
  state: z.enum(importStates),
  /** The number of rows with each outcome. */
  counts: z.object({
    new: z.number(),
    changed: z.number(),
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
  /** The line number. */
  _id: z.string(),
  line: z.number(),
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

/** Export and import of the catalogue as a CSV file. */
export const imports = {
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
    summary: 'Say what a CSV file would change in the catalogue; nothing is changed yet',
    takes: 'text/csv',
    priorityClass: 'memory',
    query: z.object({ fileName: text('The file has no name', { max: 255 }) }),
    response: ProductImport,
    problems: ['invalid', 'too-large', 'unsupported-media'],
    keepsPublicReads: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/manage/imports',
    access: 'admin',
    summary: 'The last imports, newest first',
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
