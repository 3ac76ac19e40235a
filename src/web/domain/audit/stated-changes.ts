import type { AuditEntry } from '#contract/audit.ts'

/** The changes with a value before or after: an added product has many fields without either. */
export const statedChanges = (changes: AuditEntry['changes']) =>
  changes.filter(({ before, after }) => before !== null || after !== null)
