import { retentionOf } from '../src/server/retention/retention-table.ts'

/** Periods with the settings that change them. */
const periods = {
  signInDays: '30 days',
  orderYears: '3 years (`ORDER_CONTACTS_YEARS`)',
  erasedOrderDays: '0 days (`ERASED_ORDER_CONTACTS_DAYS`)',
}

/** The document of retention periods, from the list of stored tables. */
export function retentionDocument(): string {
  const rows = retentionOf(periods).map(({ title, table, columns, kept, whenErased }) => [
    title,
    `\`${table}\`: ${columns.map((name) => `\`${name}\``).join(', ')}`,
    kept,
    whenErased,
  ])
  return `# Retention periods

Generated from \`src/server/retention\` by \`npm run schema\`; a test compares the two, and the list with every column of the
database. The hourly job \`purge expired rows\` reads the same list. [Privacy](operations/privacy.md) describes downloads and erasures.

${table([['Data', 'Columns', 'Kept', 'When the account is erased'], ...rows])}
`
}

/** As the formatter aligns it. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  return [line(head), rule, ...rows.map(line)].join('\n')
}
