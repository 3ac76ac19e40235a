import { rm } from 'node:fs/promises'
import { readCommandLine, refuse } from '../scripts/command-line.ts'
import { ensurePostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/server/db/index.ts'
import type { Database } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { fitmentImports } from '../src/server/features/fitment-imports/fitment-imports.ts'
import { processImports } from '../src/server/features/imports/process-imports.ts'
import { findImport, requestOperation } from '../src/server/features/imports/queries.ts'
import { receiveFile } from '../src/server/features/imports/receive-file.ts'
import { seedVehicles } from '../src/server/features/vehicles/seed.ts'
import { makeTemporaryFolder } from '../src/server/testing/temporary-folder.ts'
import type { Shop } from '../src/server/shop.ts'
import { addParts, fileOf } from '../src/server/testing/rows/fitment-file.ts'

const script = {
  usage: 'npm run bench:fitments-import [-- <options>]',
  about:
    'Measures minutes and memory of a file of fitments: its upload, check, import, a second file, and the undo of both.',
  options: {
    fitments: { type: 'string', default: '100000', about: 'rows of the file' },
    parts: { type: 'string', default: '10000', about: 'products that the file names' },
  },
} as const
const { values } = readCommandLine(script)
const [fitments, parts] = [Number(values.fitments), Number(values.parts)]
if (!(fitments > 0 && parts > 0)) refuse(script)

const dir = makeTemporaryFolder('bench-fitments')
const postgres = await ensurePostgres({ dir })
let highest = 0
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss)
}, 50)
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)

try {
  const database = openDatabase(postgres.url, { max: 4 })
  await measure(database)
  await database.close()
} finally {
  clearInterval(watch)
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}

async function measure(database: Database) {
  await migrate(database)
  await seedVehicles(database.db)
  const userId = await addParts(database, parts)
  await database.pool.query('analyze products')
  console.log(`${fitments} fitments of ${parts} parts`)
  const before = await checksum(database)
  const first = await importFile(database, userId, 'first file', 0)
  const between = await checksum(database)
  // Every second row differs, so half of the fitments are replaced.
  const second = await importFile(database, userId, 'second file', 2)
  await undo(database, userId, second, 'second file')
  if ((await checksum(database)) !== between)
    throw new Error('The undo did not restore the fitments')
  await undo(database, userId, first, 'first file')
  if ((await checksum(database)) !== before)
    throw new Error('The undo did not restore the fitments')
  console.log('Both undos restored exactly what was there')
  console.log(`highest memory of the process: ${megabytes(highest)} MB`)
  const size = `pg_size_pretty(pg_total_relation_size('fitment_import_rows')) as size`
  console.log(`rows of both files: ${(await database.pool.query(`select ${size}`)).rows[0].size}`)
}

async function importFile(database: Database, userId: string, name: string, changedEach: number) {
  const { db } = database
  const file = {
    name,
    mode: 'replace',
    onlyKnown: false,
    actor: { id: userId },
    bytes: fileOf({ fitments, parts, changedEach }),
  } as const
  const id = await timed(`${name}: upload`, () => receiveFile(database, fitmentImports, file))
  await timed(`${name}: check`, () => processNow(database))
  const { counts, state, problems } = await findImport(db, id)
  console.log(
    '  ',
    state,
    JSON.stringify(counts),
    problems?.map(({ problem }) => problem).join('; '),
  )
  await requestOperation(database, { id: userId }, id, { what: 'apply' })
  await timed(`${name}: import`, () => processNow(database))
  await expectState(database, id, 'applied')
  return id
}

async function undo(database: Database, userId: string, id: string, name: string) {
  await requestOperation(database, { id: userId }, id, { what: 'undo' })
  await timed(`${name}: undo`, () => processNow(database))
  await expectState(database, id, 'undone')
}

async function expectState({ db }: Database, id: string, expected: string) {
  const { state, problem } = await findImport(db, id)
  if (state !== expected) throw new Error(`The import is ${state}: ${problem}`)
}

function processNow(database: Database) {
  // Safe: the job calls nothing else of it.
  const publicReads = { changed: () => {} } as Shop['publicReads']
  return processImports({ database, publicReads }, fitmentImports)
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${title}:`.padEnd(24),
    `${seconds.toFixed(1)} s`.padStart(9),
    `${(seconds / 60).toFixed(2)} min`.padStart(10),
    `${megabytes(process.memoryUsage().rss)} MB`.padStart(8),
  )
  return result
}

async function checksum(database: Database): Promise<string> {
  return database.withoutTimeouts(async ({ pool }) => {
    const { rows } = await pool.query<{ sum: string }>(
      `select concat_ws(' ', count(*), sum(hashtextextended(fitments::text, 0))) as sum from fitments`,
    )
    return rows[0]?.sum ?? ''
  })
}
