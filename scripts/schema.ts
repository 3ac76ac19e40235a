import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from './command-line.ts'
import { ensurePostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readCatalog } from './catalog.ts'
import { describeSchema } from './data-model.ts'
import { definitionsSql } from './definitions.ts'
import { retentionDocument } from './retention-document.ts'
import { columnTypes } from './schema-types.ts'

export const files = {
  types: 'src/server/db/schema.ts',
  definitions: 'src/server/db/definitions.sql',
  dataModel: 'docs/data-model.md',
  retention: 'docs/retention.md',
}

async function writeSchema() {
  const dir = mkdtempSync(join(tmpdir(), 'auto-parts-schema-'))
  // As root, PostgreSQL runs under another account.
  chmodSync(dir, 0o755)
  const postgres = await ensurePostgres({ dir })
  try {
    const database = openDatabase(postgres.url)
    await migrate(database)
    const catalog = await readCatalog(database.pool)
    writeFileSync(files.types, columnTypes(catalog))
    writeFileSync(files.definitions, definitionsSql(catalog))
    writeFileSync(files.dataModel, describeSchema(catalog))
    writeFileSync(files.retention, retentionDocument())
    await database.close()
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  readCommandLine({
    usage: 'npm run schema',
    about: `Writes from a migrated database the types of its columns (${files.types}), its tables, functions,
views and triggers (${files.definitions}) and the diagram of its tables (${files.dataModel}), and the retention periods (${files.retention}) from their list.`,
  })
  await writeSchema()
}
