import { fileProblem } from './csv-rows.ts'

const plain = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Reads headings by the titles of the columns, or by what other systems call them: names without spaces and signs.
 * Throws {@link fileProblem} for a heading that is unknown or occurs twice.
 */
export function headingReader<Column extends string>(
  titles: Readonly<Record<Column, string>>,
  otherNames?: Readonly<Record<Column, readonly string[]>>,
) {
  // Safe: the keys of a constant.
  const byName = new Map(
    (Object.entries(titles) as [Column, string][]).flatMap(([column, title]) =>
      [plain(title), ...(otherNames?.[column] ?? [])].map((name) => [name, column] as const),
    ),
  )
  return (headings: readonly string[]): Column[] => {
    const columns = headings.map((heading) => {
      const column = byName.get(plain(heading))
      if (column) return column
      const known = Object.values(titles).join(', ')
      throw fileProblem(`There is no column “${heading.slice(0, 50)}”. The columns are: ${known}`)
    })
    const twice = columns.find((column, index) => columns.indexOf(column) !== index)
    if (twice) throw fileProblem(`The column “${titles[twice]}” occurs twice`)
    return columns
  }
}
