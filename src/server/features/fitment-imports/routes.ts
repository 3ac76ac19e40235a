import { Readable } from 'node:stream'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { fitmentColumns, fitmentImports } from '#contract/vehicles/fitment-imports.ts'
import { actorOf } from '../audit/record.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import { AppError } from '../../errors/errors.ts'
import { limitFiles } from '../../http/limits/file-limits.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { eachFitment } from './export-fitments.ts'
import type { ExportedColumn } from './export-fitments.ts'
import { listRows } from './list-rows.ts'
import { findImport, listImports, requestOperation } from './queries.ts'
import { receiveFile } from './file/receive-file.ts'

/** Each file keeps the database busy. */
const filesMax = { total: 2, perAccount: 1, reason: 'Other files are being read' }

const { years: _years, scheme: _scheme, code: _code, ...exported } = fitmentColumns
// Safe: the keys of a constant.
const csv = (Object.entries(exported) as [ExportedColumn, string][]).map(([key, header]) => ({
  key,
  header,
}))

/** Export and import of fitments. `work` starts the checking and processing of requested imports. */
export function fitmentImportRoutes({ router, lists, database }: Shop, work: () => void) {
  const { db } = database
  const limited = limitFiles(filesMax)

  rawRoute(router, fitmentImports.csv, async ({ request }) => ({
    headers: csvHeaders('fitments.csv'),
    body: await lists.streams.open(request, () => asCsv(csv, eachFitment(db))),
  }))

  // An encapsulated scope, so that other calls refuse this content type.
  void router.app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))

    route({ ...router, app: scope }, fitmentImports.check, async ({ query, user, request }) => {
      const { body } = request
      if (!(body instanceof Readable)) throw new AppError('unsupported-media')
      const file = { name: query.fileName, mode: query.mode ?? 'replace', userId: user.id } as const
      try {
        const bytes = body.iterator({ destroyOnReturn: false })
        const id = await limited(user, () => receiveFile(db, { ...file, bytes }))
        work()
        return await findImport(db, id)
      } finally {
        // Browsers read the response only after they have sent the whole body.
        body.resume()
      }
    })
  })

  route(router, fitmentImports.list, () => listImports(db))

  route(router, fitmentImports.one, ({ params }) => findImport(db, params.id))

  rawRoute(router, fitmentImports.rows, async ({ params, query }) => {
    await findImport(db, params.id)
    const { page = 1, limit = rowsPerPage, outcome, kept } = query
    const rows = await listRows(db, params.id, { page, limit, outcome, kept: kept === 'true' })
    return pageResponse(fitmentImports.rows, rows)
  })

  for (const what of ['apply', 'undo'] as const) {
    route(router, fitmentImports[what], async ({ params, user, request }) => {
      if (await requestOperation(db, actorOf({ user, request }), params.id, what)) work()
      return findImport(db, params.id)
    })
  }
}
