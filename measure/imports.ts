import { rm } from 'node:fs/promises'
import { readCommandLine, refuse } from '../scripts/command-line.ts'
import { ensurePostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/server/db/index.ts'
import type { Database } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { seedVehicles } from '../src/server/features/vehicles/seed.ts'
import { makeTemporaryFolder } from '../src/server/testing/temporary-folder.ts'
import { addParts } from '../src/server/testing/rows/fitment-file.ts'
import { fileOf, rowsOfPart } from '../src/server/testing/rows/import-files.ts'
import type { ImportKind } from '#contract/imports/imports.ts'
import { importerOf } from '../src/server/testing/steps/importer.ts'

const script = {
  usage: 'npm run bench:imports [-- <options>]',
  about:
    'Measures seconds of a file of each kind: its check, import, a second file that changes every row, and the undo of both; in a fresh database, and in one whose statistics were made after a small import.',
  options: {
    rows: { type: 'string', default: '20000', about: 'rows of each file' },
    of: { type: 'string', default: 'products,numbers,fitments', about: 'kinds of files' },
    on: { type: 'string', default: 'fresh,analysed', about: 'states of the database' },
  },
} as const
const { values } = readCommandLine(script)
const rows = Number(values.rows)
const states = values.on.split(',')
// Safe: refused otherwise.
const kinds = values.of.split(',') as ImportKind[]
if (
  !(rows > 0) ||
  kinds.some((kind) => !(kind in rowsOfPart)) ||
  states.some((state) => !['fresh', 'analysed'].includes(state))
) {
  refuse(script)
}

const smallRows = 100
const dir = makeTemporaryFolder('bench-imports')
const postgres = await ensurePostgres({ dir })
const steps = ['check', 'import', 'check 2', 'import 2', 'undo 2', 'undo'] as const

try {
  console.log(`${rows} rows, seconds`.padEnd(24), ...steps.map((step) => step.padStart(9)))
  for (const kind of kinds) for (const state of states) await measure(kind, state)
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}

async function measure(kind: ImportKind, state: string) {
  const name = `bench_${kind}_${state}`
  const home = openDatabase(postgres.url)
  await home.pool.query(`create database ${name}`)
  await home.close()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, { max: 4 })
  try {
    const seconds = await secondsOf(kind, state, database)
    const cells = seconds.map((each) => each.toFixed(1).padStart(9))
    console.log(`${kind}, ${state}`.padEnd(24), ...cells)
  } finally {
    await database.close()
  }
}

async function secondsOf(kind: ImportKind, state: string, database: Database) {
  await migrate(database)
  await seedVehicles(database.db)
  const parts = kind === 'products' ? 0 : smallRows + Math.ceil(rows / rowsOfPart[kind]) + 1
  const userId = await addParts(database, parts)
  const { check, work } = importerOf(kind, database, userId)
  if (state === 'analysed') {
    const small = await check(fileOf(kind, { rows: smallRows, from: 1, isChanged: false }))
    await work('apply', small)
    await database.withoutTimeouts(({ pool }) => pool.query('analyze'))
  }
  const file = { rows, from: 1 + smallRows, isChanged: false }
  const seconds: number[] = []
  const timed = async <T>(run: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await run()
    seconds.push((performance.now() - started) / 1000)
    return result
  }
  const first = await timed(() => check(fileOf(kind, file)))
  await timed(() => work('apply', first))
  const second = await timed(() => check(fileOf(kind, { ...file, isChanged: true })))
  await timed(() => work('apply', second))
  await timed(() => work('undo', second))
  await timed(() => work('undo', first))
  return seconds
}
