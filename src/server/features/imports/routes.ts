import { Readable } from 'node:stream'
import { imports } from '#contract/imports/imports.ts'
import type { ImportKind } from '#contract/imports/imports.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { actorOf } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import { AppError } from '../../errors/errors.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { limitFiles } from '../../http/limits/file-limits.ts'
import type { ImportedKind } from './kind.ts'
import { findImport, listImports, requestOperation } from './queries.ts'
import type { RequestedOperation } from './queries.ts'
import { refusedRows } from './refused-rows.ts'
import { receiveFile } from './receive-file.ts'

/** Each file keeps the database busy. */
const filesMax = { total: 2, perAccount: 2, reason: 'Other files are being read' }

/** Exports and imports of every kind. `work` starts the job of a kind. */
export function importRoutes(
  { router, lists, database }: Shop,
  kinds: Readonly<Record<ImportKind, ImportedKind>>,
  work: (of: ImportKind) => void,
) {
  const { db } = database
  const whileRead = limitFiles(filesMax)
  // One that is read later, by the job, keeps none from being read.
  const whileStored = limitFiles({ ...filesMax, perAccount: 1 })

  for (const { exported } of Object.values(kinds)) {
    const columns = Object.entries(exported.columns).map(([key, header]) => ({ key, header }))
    rawRoute(router, exported.call, async ({ request }) => ({
      headers: csvHeaders(exported.fileName),
      body: await lists.streams.open(request, () => asCsv(columns, exported.rows(db))),
    }))
  }

  // An encapsulated scope, so that other calls refuse this content type.
  void router.app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))

    route({ ...router, app: scope }, imports.check, async ({ query, user, request, reply }) => {
      const { body } = request
      if (!(body instanceof Readable)) throw new AppError('unsupported-media')
      const { fileName: name, of = 'products', mode = 'replace', only } = query
      // With the answer, also that of the time limit, or with a client that leaves before.
      const end = new AbortController()
      reply.raw.once('close', () => end.abort())
      const file = {
        name,
        mode,
        onlyKnown: only === 'known',
        actor: actorOf({ user, request }),
        signal: end.signal,
      }
      try {
        const bytes = body.iterator({ destroyOnReturn: false })
        const limited = kinds[of].operations.checking ? whileStored : whileRead
        const id = await limited(user, () => receiveFile(database, kinds[of], { ...file, bytes }))
        const made = await findImport(db, id)
        if (made.state === 'checking') work(of)
        return made
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
    const rows = await kinds[of].rows(db, params.id, {
      page,
      limit,
      outcome,
      kept: kept === 'true',
    })
    return pageResponse(imports.rows, rows)
  })

  rawRoute(router, imports.refused, async ({ request, params }) => {
    const { of } = await findImport(db, params.id)
    return {
      headers: csvHeaders('left-out.csv'),
      body: await lists.streams.open(request, () => refusedRows(db, of, params.id)),
    }
  })

  route(router, imports.apply, ({ params, query, user, request }) =>
    begin(params.id, actorOf({ user, request }), {
      what: 'apply',
      leavesOutWrong: query.leaveOut === 'wrong',
    }),
  )

  route(router, imports.undo, ({ params, user, request }) =>
    begin(params.id, actorOf({ user, request }), { what: 'undo' }),
  )

  async function begin(id: string, actor: Actor, operation: RequestedOperation) {
    const isNew = await requestOperation(database, actor, id, operation)
    const made = await findImport(db, id)
    if (isNew) work(made.of)
    return made
  }
}
