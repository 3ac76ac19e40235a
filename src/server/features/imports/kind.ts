import type { RawBuilder, Transaction } from 'kysely'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import type { ImportKind, ImportMode, ImportRow, RowOutcome } from '#contract/imports/imports.ts'
import type { Database, Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'

/** What a job does with an import; the names are its states meanwhile. */
type Operation = 'checking' | 'applying' | 'undoing'

export interface ImportJob {
  importId: string
  operation: Operation
  /** Null for a file of products, which has none. */
  mode: ImportMode | null
  onlyKnown: boolean
  fileName: string
  actor: string
  email: string
  requestId: string | null
  /** Makes the progress visible before the transaction ends; a share from 0 to 1. */
  report: (share: number) => Promise<unknown>
}

export interface UploadedFile {
  importId: string
  mode: ImportMode
  /** Leaves out rows about parts that the shop does not have. */
  onlyKnown: boolean
  bytes: AsyncIterable<Uint8Array>
  /** Ends the work on it. */
  signal?: AbortSignal | undefined
}

export interface ImportPage {
  page: number
  limit: number
  outcome?: RowOutcome | undefined
  kept?: boolean
}

type Step = (trx: Transaction<Schema>, job: ImportJob, database: Database) => Promise<unknown>

/** What differs between the kinds of files that are imported. */
export interface ImportedKind {
  of: ImportKind
  exported: {
    call: Endpoint & { method: 'GET' }
    fileName: string
    /** The headings by the keys of its rows. */
    columns: Readonly<Record<string, string>>
    rows(db: Db): AsyncIterable<Readonly<Record<string, unknown>>>
  }
  /** Reads a file in its upload. What it does not check there is an operation of the job. */
  receive(database: Database, file: UploadedFile): Promise<unknown>
  /** One page of what an import does, in the order of the file. */
  rows(db: Db, importId: string, page: ImportPage): Promise<ImportRow[]>
  /** Precedes the transactions of the job. */
  prepare?(db: Db): Promise<unknown>
  operations: Readonly<Record<'applying' | 'undoing', Step> & Partial<Record<'checking', Step>>>
  /** Whether all rows of the import `made` are still there: those of old files are purged in batches. */
  isWhole: RawBuilder<boolean>
  /** Counts what the undo of the import `made` left as it was, as assignments. */
  countKept: RawBuilder<unknown>
}

/** The reason why an import or undo changed nothing, as shown to the admin. */
export class ImportProblem extends Error {}
