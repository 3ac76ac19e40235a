import type { Mutant } from './mutant.ts'

const folder = 'src/server/features/fitment-imports'
const importsTest = `${folder}/fitment-imports.test.ts`
const racesTest = `${folder}/fitment-import-races.test.ts`

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
]
