import type { ImportKind } from '#contract/imports/imports.ts'
import type { Database } from '../../db/index.ts'
import { processImports } from '../../features/imports/process-imports.ts'
import { findImport, requestOperation } from '../../features/imports/queries.ts'
import { receiveFile } from '../../features/imports/receive-file.ts'
import { importedKinds } from '../../import-kinds.ts'
import type { Shop } from '../../shop.ts'

/** Checks, imports and undoes files of a kind without the calls of a shop, each to its end. */
export function importerOf(of: ImportKind, database: Database, userId: string) {
  const { db } = database
  const kind = importedKinds[of]
  // Safe: the jobs call nothing else of it.
  const deps = { database, publicReads: { changed: () => {} } as Shop['publicReads'] }
  const process = () => processImports(deps, kind)

  async function expectState(id: string, expected: string) {
    const made = await findImport(db, id)
    if (made.state === expected && made.counts.wrong === 0) return
    throw new Error(`The import is ${JSON.stringify(made)}`)
  }

  async function check(bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const actor = { id: userId }
    const file = { name: 'parts.csv', actor, mode: 'replace', onlyKnown: false, bytes } as const
    const id = await receiveFile(database, kind, file)
    await process()
    await expectState(id, 'checked')
    return id
  }

  /** Requests an import or its undo; what it returns does the work and expects it to be done. */
  async function request(what: 'apply' | 'undo', id: string) {
    await requestOperation(database, { id: userId }, id, { what })
    return async () => {
      await process()
      await expectState(id, what === 'apply' ? 'applied' : 'undone')
    }
  }

  return {
    check,
    request,
    work: async (what: 'apply' | 'undo', id: string) => (await request(what, id))(),
  }
}
