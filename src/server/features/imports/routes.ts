import { csvColumns, imports } from '#contract/imports.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import type { CsvColumn } from '#contract/imports.ts'
import { Readable } from 'node:stream'
import { actorOf } from '../audit/record.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
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

/** Each file keeps the database busy. */
const filesMax = { total: 2, perAccount: 2, reason: 'Other files are being read' }

// Safe: the keys of a constant.
const csv = (Object.entries(csvColumns) as [CsvColumn, string][]).map(([key, header]) => ({
  key,
  header,
}))

/** Export and import of the catalogue. `work` starts the processing of requested imports. */
export function importRoutes({ router, lists, database }: Shop, work: () => void) {
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
      const file = { name: query.fileName, userId: user.id }
      try {
        const bytes = body.iterator({ destroyOnReturn: false })
        const id = await limited(user, () => checkFile(database, { ...file, bytes }))
        return await findImport(db, id)
      } finally {
        // Browsers read the response only after they have sent the whole body.
        body.resume()
      }
    })
  })

  route(router, imports.list, () => listImports(db))

  route(router, imports.one, ({ params }) => findImport(db, params.id))

  rawRoute(router, imports.rows, async ({ params, query }) => {
    await findImport(db, params.id)
    const { page = 1, limit = rowsPerPage, outcome, kept } = query
    const rows = await listImportRows(db, params.id, {
      page,
      limit,
      outcome,
      kept: kept === 'true',
    })
    return pageResponse(imports.rows, rows)
  })

  for (const what of ['apply', 'undo'] as const) {
    route(router, imports[what], async ({ params, user, request }) => {
      if (await requestOperation(db, actorOf({ user, request }), params.id, what)) work()
      return findImport(db, params.id)
    })
  }
}
