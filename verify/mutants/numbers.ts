import type { Mutant } from './mutant.ts'

const importsTest = 'src/server/features/number-imports/number-imports.test.ts'
const write = 'src/server/features/number-imports/write-numbers.ts'
const changeTest = 'src/server/features/numbers/change-numbers.test.ts'
const lookUpTest = 'src/server/features/numbers/look-up.test.ts'

/** Other numbers of products, their successors and files of them. */
export const numberMutants: Mutant[] = [
  {
    guard: 'an import of numbers does not overwrite changes made after its dry run',
    file: write,
    find: 'numbers_of(product_id) <> before',
    replace: 'false',
    noticedBy: [importsTest],
  },
  {
    guard: 'the undo of an import of numbers leaves what was changed since',
    file: write,
    find: 'numbers_of(product_id) <> after',
    replace: 'false',
    noticedBy: [importsTest],
  },
  {
    guard: 'simultaneous replacements of products make no circle',
    file: 'src/server/db/migrations/0082-numbers.sql',
    find: `  perform pg_advisory_xact_lock(hashtext('numbers'));\n`,
    replace: '',
    noticedBy: [changeTest],
  },
  {
    guard: 'a product is replaced at most ten times in a row',
    file: 'src/server/db/migrations/0082-numbers.sql',
    find: 'if earlier + later > 10 then',
    replace: 'if false then',
    noticedBy: [changeTest, importsTest],
  },
  {
    guard: 'an admin does not overwrite numbers that another one has changed',
    file: 'src/server/features/numbers/change-numbers.ts',
    find: `  if (before.version !== seen) throw new AppError('changed-meanwhile')\n`,
    replace: '',
    noticedBy: [changeTest],
  },
  {
    guard: 'a number of several parts is not ordered before one of them is chosen',
    file: 'src/contract/quick-order.ts',
    find: `  if (isAmbiguous(row)) return 'several'\n`,
    replace: '',
    noticedBy: [lookUpTest],
  },
  {
    guard: 'a line that may mean different quantities of a part is not ordered by a guess',
    file: 'src/server/features/quick-order/check-list.ts',
    find: '  if (isAgreed && carrier) return',
    replace: '  if (carrier) return',
    noticedBy: ['src/server/features/quick-order/check-list.test.ts'],
  },
  {
    guard: 'a line whose readings find different parts is not ordered as the likeliest of them',
    file: 'src/server/features/quick-order/check-list.ts',
    find: '  const common = inCommon(hits)\n',
    replace: '  const common = hit.parts\n',
    noticedBy: [
      'src/server/features/quick-order/quick-order.test.ts',
      'src/server/features/quick-order/check-list.test.ts',
    ],
  },
  {
    guard: 'a name is not ordered in place of a number beside it that the shop does not have',
    file: 'src/server/features/quick-order/check-list.ts',
    find: ' || reading.beside?.some(isFound) === false',
    replace: '',
    noticedBy: ['src/server/features/quick-order/check-list.test.ts'],
  },
  {
    guard: 'a price at the end of a line is not ordered as a quantity',
    file: 'src/server/features/quick-order/free-text.ts',
    find: 'const words = withCurrencies(text).split',
    replace: 'const words = text.split',
    noticedBy: ['src/server/features/quick-order/notations.test.ts'],
  },
]
