import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../src/server/cli/command-line.ts'
import { ensurePostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readCatalog } from './catalog.ts'
import { describeSchema } from './data-model.ts'
import { retentionDocument } from './retention-document.ts'
import { columnTypes } from './schema-types.ts'

export const files = {
  types: 'src/server/db/schema.ts',
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
    about: `Writes the types of the columns (${files.types}) and the data model (${files.dataModel}) from a migrated
database, and the retention periods (${files.retention}) from their list.`,
  })
  await writeSchema()
}
