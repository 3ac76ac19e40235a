import type { Mutant } from './mutant.ts'

const folder = 'src/server/features/imports'
const apply = `${folder}/apply-import.ts`
const before = `${folder}/repeated-import.ts`
const undo = `${folder}/undo-import.ts`
const processImports = `${folder}/process-imports.ts`
const products = `${folder}/product-imports.ts`

const checkRows = `${folder}/check-rows.ts`
const columns = `${folder}/columns.ts`

const doubtfulTest = `${folder}/doubtful-cells.test.ts`
const importsTest = `${folder}/imports.test.ts`
const stockTest = `${folder}/imported-stock.test.ts`
const twiceTest = `${folder}/repeated-import.test.ts`
const locksTest = 'src/server/features/stock/locked-products.test.ts'
const races = 'verify/races/stock.test.ts'
const fitmentsTest = 'src/server/features/fitment-imports/fitment-imports.test.ts'
const leftOutTests = [
  folder,
  'src/server/features/number-imports',
  'src/server/features/fitment-imports',
].map((room) => `${room}/left-out-rows.test.ts`)
const fitmentFilesTest = 'src/server/features/fitment-imports/fitment-files.test.ts'

/** Catalogue imports and their undo. */
export const importMutants: Mutant[] = [
  {
    guard: 'a row with another number is not about the part of its name',
    file: checkRows,
    find: 'return product && refusalOfName(row, product)',
    replace: 'return undefined',
    noticedBy: [doubtfulTest],
  },
  {
    guard: 'a number of two readings is refused',
    file: columns,
    find: `stored === 'cents' || stored === 'integer' ? numberProblem : none`,
    replace: 'none',
    noticedBy: [doubtfulTest],
  },
  {
    guard: 'units of two readings are refused',
    file: columns,
    find: '  if (problem !== undefined) return { problem }\n  // Safe',
    replace: '  // Safe',
    noticedBy: [doubtfulTest],
  },
  {
    guard: 'an import that another node has finished is not marked as failed',
    file: processImports,
    find: ' and state = ${job.operation}',
    replace: '',
    noticedBy: [stockTest],
  },
  {
    guard: 'a file adds its units once, regardless of the number of dry runs',
    file: products,
    find: `      await refuseRepetition(trx, job.importId)\n`,
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
    find: 'pg_try_advisory_xact_lock(hashtext(${lockOf(kind)}))',
    replace: 'true',
    noticedBy: [races],
  },
  {
    guard: 'imports and their undo lock their products, so they see earlier concurrent changes',
    file: products,
    find: '  await lockProducts(trx)\n',
    replace: '',
    noticedBy: [races],
  },
  {
    guard: 'an import locks its products in the order of orders',
    file: products,
    find: '    order by id for no key update`',
    replace: '    for no key update`',
    noticedBy: [locksTest],
  },
  {
    guard: 'a file with a wrong row is not imported',
    file: `${folder}/queries.ts`,
    find: '(wrong_rows = 0 or ${isAllowed})',
    replace: 'true',
    noticedBy: [fitmentFilesTest],
  },
  {
    guard: 'a part with a wrong row is left out with all its rows',
    file: `${folder}/leave-out-wrong.ts`,
    find: "where ${ofParts} and outcome <> 'wrong' and line > 0",
    replace: 'where false',
    noticedBy: leftOutTests,
  },
  {
    guard: 'nothing of a left-out part is written',
    file: `${folder}/leave-out-wrong.ts`,
    find: 'if (products) {',
    replace: 'if (importId === of) {',
    noticedBy: leftOutTests.slice(1),
  },
  {
    guard: 'the file of left-out rows has all rows of a part with an error',
    file: `${folder}/refused-rows.ts`,
    find: ' or ${ofPartsWithErrors(of, importId)}',
    replace: '',
    noticedBy: leftOutTests,
  },
  {
    guard: 'nothing is left out of a file that says all about its parts, or adds units',
    file: `${folder}/queries.ts`,
    find: 'leavesOutWrong ? leavable(of)',
    replace: 'leavesOutWrong ? sql`true`',
    noticedBy: leftOutTests.slice(0, 2),
  },
  {
    guard: 'left-out rows are not taken for all that a file says about its parts',
    file: `${folder}/csv-rows.ts`,
    find: "  mode === 'replace'",
    replace: '  mode === null',
    noticedBy: leftOutTests.slice(1, 2),
  },
  {
    guard: 'a new part that is once wrong is not added by another row',
    file: `${folder}/check-file.ts`,
    find: 'where not left_out and',
    replace: "where outcome <> 'wrong' and",
    noticedBy: leftOutTests.slice(0, 1),
  },
  {
    guard: 'two rows for one product are both wrong',
    file: `${folder}/check-file.ts`,
    find: 'lead(line) over (partition by ${value} order by line))',
    replace: 'null)',
    noticedBy: leftOutTests.slice(0, 1),
  },
  {
    guard:
      'a row of a catalogue file with an unknown number is left out if only known parts are meant',
    file: `${folder}/check-rows.ts`,
    find: 'return !product || hasOtherNumber(row, product)',
    replace: 'return !product',
    noticedBy: leftOutTests.slice(0, 1),
  },
  {
    guard: 'a file whose rows were purged in part is neither imported nor undone',
    file: processImports,
    find: `  if (!rows[0]?.isWhole) throw`,
    replace: `  if (!rows[0]) throw`,
    noticedBy: [importsTest, fitmentsTest],
  },
  {
    guard: 'an import of numbers locks its products in the order of orders',
    file: 'src/server/features/number-imports/write-numbers.ts',
    find: '    order by id for no key update`',
    replace: '    for no key update`',
    noticedBy: [locksTest],
  },
]
