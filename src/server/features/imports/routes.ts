import { csvColumns, imports } from '#contract/imports.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import type { CsvColumn, ImportKind, ImportRow } from '#contract/imports.ts'
import type { NumberImportMode } from '#contract/numbers/number-files.ts'
import { Readable } from 'node:stream'
import { actorOf } from '../audit/record.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import type { Database, Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { limitFiles } from '../../http/limits/file-limits.ts'
import { checkFile } from './check-file.ts'
import {
  requestOperation,
  eachProduct,
  findImport,
  listImportRows,
  listImports,
} from './queries.ts'
import type { ImportPage } from './queries.ts'

/** Each file keeps the database busy. */
const filesMax = { total: 2, perAccount: 2, reason: 'Other files are being read' }

// Safe: the keys of a constant.
const csv = (Object.entries(csvColumns) as [CsvColumn, string][]).map(([key, header]) => ({
  key,
  header,
}))

/** What the calls of imports do for one kind of file. */
export interface ImportCalls {
  check(database: Database, file: ImportedFile): Promise<string>
  rows(db: Db, id: string, page: ImportPage): Promise<ImportRow[]>
  /** Starts the processing of requested imports. */
  work: () => void
}

interface ImportedFile {
  name: string
  mode: NumberImportMode
  userId: string
  bytes: AsyncIterable<Uint8Array>
}

export const productCalls = { check: checkFile, rows: listImportRows }

/** Export of the catalogue, and imports of every kind. */
export function importRoutes(
  { router, lists, database }: Shop,
  calls: Readonly<Record<ImportKind, ImportCalls>>,
) {
  const { db } = database
  const limited = limitFiles(filesMax)

  rawRoute(router, imports.csv, async ({ request }) => ({
    headers: csvHeaders('products.csv'),
    body: await lists.streams.open(request, () => asCsv(csv, eachProduct(db))),
  }))

  // An encapsulated scope, so that other calls refuse this content type.
  void router.app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))

    route({ ...router, app: scope }, imports.check, async ({ query, user, request }) => {
      const { body } = request
      if (!(body instanceof Readable)) throw new AppError('unsupported-media')
      const { fileName: name, of = 'products', mode = 'replace' } = query
      const file = { name, mode, userId: user.id }
      try {
        const bytes = body.iterator({ destroyOnReturn: false })
        const id = await limited(user, () => calls[of].check(database, { ...file, bytes }))
        return await findImport(db, id)
      } finally {
        // Browsers read the response only after they have sent the whole body.
        body.resume()
      }
    })
  })

  route(router, imports.list, ({ query }) => listImports(db, query.of ?? 'products'))

  route(router, imports.one, ({ params }) => findImport(db, params.id))

  rawRoute(router, imports.rows, async ({ params, query }) => {
    const { of } = await findImport(db, params.id)
    const { page = 1, limit = rowsPerPage, outcome, kept } = query
    const rows = await calls[of].rows(db, params.id, {
      page,
      limit,
      outcome,
      kept: kept === 'true',
    })
    return pageResponse(imports.rows, rows)
  })

  for (const what of ['apply', 'undo'] as const) {
    route(router, imports[what], async ({ params, user, request }) => {
      const isNew = await requestOperation(db, actorOf({ user, request }), params.id, what)
      const made = await findImport(db, params.id)
      if (isNew) calls[made.of].work()
      return made
    })
  }
}
