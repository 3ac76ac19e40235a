import type { Mutant } from './mutant.ts'

const rule = 'src/contract/fitments/fit.ts'
const fits = 'src/server/features/fitments/fits.ts'
const change = 'src/server/features/fitments/change-fitments.ts'

const ruleTest = 'src/contract/fitments/fit.test.ts'
const verdictsTest = 'src/server/features/fitments/verdicts.test.ts'
const changeTest = 'src/server/features/fitments/change-fitments.test.ts'

/** Whether parts fit cars, and who says so. */
export const fitmentMutants: Mutant[] = [
  {
    guard: 'a part of another engine does not fit',
    file: rule,
    find: 'part.rows.filter((row) => !contradicts(row, engine))',
    replace: '[...part.rows]',
    noticedBy: [ruleTest, verdictsTest],
  },
  {
    guard: 'a part without fitments is unknown instead of not fitting',
    file: rule,
    find: "if (!part.hasFitments) return plain('unknown')",
    replace: '',
    noticedBy: [ruleTest, verdictsTest],
  },
  {
    guard: 'a universal part fits every car',
    file: rule,
    find: "if (part.isUniversal) return plain('universal')",
    replace: '',
    noticedBy: [ruleTest, verdictsTest],
  },
  {
    guard: 'a note is shown for the engine that it is about only',
    file: rule,
    find: 'matching.flatMap(({ note })',
    replace: 'part.rows.flatMap(({ note })',
    noticedBy: [ruleTest],
  },
  {
    guard: 'a part with a condition is to be checked',
    file: rule,
    find: 'row.note === null && !asksEngine(row, engine)',
    replace: '!asksEngine(row, engine)',
    noticedBy: [ruleTest],
  },
  {
    guard: 'a part for some engines is to be checked while the engine is not known',
    file: rule,
    find: 'row.note === null && !asksEngine(row, engine)',
    replace: 'row.note === null',
    noticedBy: [ruleTest, verdictsTest],
  },
  {
    guard: 'an engine that no part names is none of those that parts name',
    file: rule,
    find: "if (engine === 'other') return facts.some((fact) => row[fact] !== null)",
    replace: "if (engine === 'other') return false",
    noticedBy: [ruleTest, verdictsTest],
  },
  {
    guard: 'a part fits the model of its fitment only',
    file: fits,
    find: 'and model_id = ${p.modelId}',
    replace: '',
    noticedBy: [verdictsTest],
  },
  {
    guard: 'a part fits the years of its fitment only',
    file: fits,
    find: 'and year_from <= ${p.year} and year_to >= ${p.year}',
    replace: '',
    noticedBy: [verdictsTest],
  },
  {
    guard: 'nothing is said of a product that was taken out of the shop',
    file: fits,
    find: ' and archived_at is null',
    replace: '',
    noticedBy: [verdictsTest],
  },
  {
    guard: 'an admin overwrites no change of another unseen',
    file: change,
    find: "if (before.version !== seen) throw new AppError('changed-meanwhile')",
    replace: '',
    noticedBy: [changeTest],
  },
  {
    guard: 'changes of one product wait for each other',
    file: change,
    find: ".where('id', '=', id).forNoKeyUpdate()",
    replace: ".where('id', '=', id)",
    noticedBy: [changeTest],
  },
]
