import type { Mutant } from './mutant.ts'

const folder = 'src/server/features/fitment-imports'
const importsTest = `${folder}/fitment-imports.test.ts`
const racesTest = `${folder}/fitment-import-races.test.ts`
const cellsTest = `${folder}/file/written-cells.test.ts`
const namesTest = `${folder}/names-of-cars.test.ts`

/** Imports of fitments and their undo. */
export const fitmentImportMutants: Mutant[] = [
  {
    guard: 'an import of fitments does not overwrite changes made after its dry run',
    file: `${folder}/apply-import.ts`,
    find: `  await refuseChanges(trx, importId)\n`,
    replace: '',
    noticedBy: [importsTest],
  },
  {
    guard: 'no other change of fitments is between the comparison and the end of an import',
    file: 'src/server/features/fitments/change-fitments.ts',
    find: "    await sql`select pg_advisory_xact_lock_shared(hashtext('fitments'))`.execute(trx)\n",
    replace: '',
    noticedBy: [racesTest],
  },
  {
    guard: 'a change by SQL of whether a part fits every car waits for an import',
    file: 'src/server/db/migrations/0099-no-lock-for-each-stock-change.sql',
    find: 'before update of is_universal',
    replace: 'before update of name',
    noticedBy: [racesTest],
  },
  {
    guard: 'the undo of an import of fitments leaves what was changed since',
    file: `${folder}/undo-import.ts`,
    find: `digest <> seen.digest_after`,
    replace: 'false',
    noticedBy: [importsTest],
  },
  {
    guard:
      'a name in a file means a model that has it as another name only in years without its own',
    file: 'src/server/features/vehicles/written-cars.ts',
    find: 'where others = fewest',
    replace: 'where others >= fewest',
    noticedBy: [namesTest],
  },
  {
    guard: 'a name in a file means the models that were sold in its years',
    file: 'src/server/features/vehicles/written-cars.ts',
    find: "int4multirange(int4range(year_from, year_to, '[]')) * coalesce(years, '{(,)}')",
    replace: "int4multirange(int4range(year_from, year_to, '[]'))",
    noticedBy: [namesTest],
  },
  {
    guard: 'a fitment that is stored is taken back with its years',
    file: `${folder}/find-cars.ts`,
    find: 'and f.year_from = r.year_from and f.year_to = r.year_to',
    replace: 'and f.year_from = r.year_from + 1 and f.year_to = r.year_to',
    noticedBy: [namesTest],
  },
  {
    guard: 'what an engine of a file says beyond its facts is a condition',
    file: `${folder}/file/read-row.ts`,
    find: 'hasMore ? `Engine ${engineCell}` : ',
    replace: '',
    noticedBy: [namesTest],
  },
  {
    guard: 'the gas of an American list is not LPG',
    file: `${folder}/file/written-engine.ts`,
    find: '{ ...read.engine, fuel: null }',
    replace: 'read.engine',
    noticedBy: [cellsTest],
  },
]
