import type { Mutant } from './mutant.ts'

const folder = 'src/server/features/imports'
const apply = `${folder}/apply-import.ts`
const before = `${folder}/repeated-import.ts`
const undo = `${folder}/undo-import.ts`
const processImports = `${folder}/process-imports.ts`

const importsTest = `${folder}/imports.test.ts`
const stockTest = `${folder}/imported-stock.test.ts`
const twiceTest = `${folder}/repeated-import.test.ts`
const races = 'verify/races/stock.test.ts'

/** Catalogue imports and their undo. */
export const importMutants: Mutant[] = [
  {
    guard: 'an import that another node has finished is not marked as failed',
    file: processImports,
    find: ' and state = ${job.operation}',
    replace: '',
    noticedBy: [stockTest],
  },
  {
    guard: 'a file adds its units once, regardless of the number of dry runs',
    file: processImports,
    find: `  if (operation === 'applying') await refuseRepetition(trx, importId)\n`,
    replace: '',
    noticedBy: [twiceTest],
  },
  {
    guard: 'the dry run reports a file whose units were already added',
    file: before,
    find: `(r.outcome = 'changed' and this.adds_units)`,
    replace: 'false',
    noticedBy: [stockTest],
  },
  {
    guard: 'a renamed product that a file has added is not added again under its old name',
    file: before,
    find: `(r.outcome = 'new' and exists (`,
    replace: `(r.outcome = 'never' and exists (`,
    noticedBy: [twiceTest],
  },
  {
    guard: 'UNIQUE: a file that adds units is imported once',
    file: 'src/server/db/migrations/0035-imported-once.sql',
    find: 'create unique index',
    replace: 'create index',
    noticedBy: ['src/server/db/constraints.test.ts'],
  },
  {
    guard: 'a stock count in a file is refused if the stock changed by more than sales',
    file: apply,
    find: ' and ${countHolds}',
    replace: '',
    noticedBy: [twiceTest],
  },
  {
    guard: 'an import does not overwrite changes made after its dry run',
    file: apply,
    find: 'p.archived_at is null and ${isAsChecked}',
    replace: 'p.archived_at is null',
    noticedBy: [importsTest],
  },
  {
    guard: 'an undo does not overwrite changes made after the import',
    file: undo,
    find: 'where now -> key = after -> key)',
    replace: ')',
    noticedBy: [importsTest],
  },
  {
    guard: 'an undo removes no more units than are in stock',
    file: undo,
    find: 'select old.*, least(delta, had) as taken,',
    replace: 'select old.*, delta as taken,',
    noticedBy: [stockTest],
  },
  {
    guard: 'an undo also removes its units from a product deleted after the import',
    file: undo,
    find: `where \${inRange(range, 'new')}\n`,
    replace: `where \${inRange(range, 'new')} and p.archived_at is null\n`,
    noticedBy: [twiceTest],
  },
  {
    guard: 'imports run one at a time',
    file: processImports,
    find: 'pg_try_advisory_xact_lock(hashtext(${lockNames[of]}))',
    replace: 'true',
    noticedBy: [races],
  },
  {
    guard: 'an import locks its products, so it sees earlier concurrent changes',
    file: apply,
    find: ' for no key update of p',
    replace: '',
    noticedBy: [races],
  },
  {
    guard: 'an undo locks changed products, so it sees earlier concurrent changes',
    file: undo,
    find: `\${inRange(range, 'changed')}\n      for no key update of p\n`,
    replace: `\${inRange(range, 'changed')}\n`,
    noticedBy: [races],
  },
  {
    guard: 'an undo locks added products, so it sees concurrent sales',
    file: undo,
    find: `\${inRange(range, 'new')}\n      for no key update of p\n`,
    replace: `\${inRange(range, 'new')}\n`,
    noticedBy: [races],
  },
]
