import { existsSync, readFileSync } from 'node:fs'

interface Named {
  file: string
  titles: string[]
}

/**
 * The tests that a cell of a table names: one file on each of its lines, and the titles of its tests as they
 * stand there, `like/this.test.ts`: “one title”; “another”. Lines that name none are words.
 */
export const namedTests = (cell: string): Named[] =>
  cell.split('<br>').flatMap((line) => {
    const [, file, titles] = /^`([^`]+\.(?:test|spec)\.ts)`: (“.+”)$/.exec(line) ?? []
    return file && titles ? [{ file, titles: titles.slice(1, -1).split('”; “') }] : []
  })

/** The lines of a cell that speak of a test and do not name it so, and the named tests that do not exist. */
export const missingTests = (cell: string): string[] => [
  ...cell.split('<br>').filter((line) => /\.(?:test|spec)\.ts/.test(line) && !namedTests(line)[0]),
  ...namedTests(cell).flatMap(({ file, titles }) => {
    const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return titles.filter((title) => !isWritten(title, source)).map((title) => `${file}: ${title}`)
  }),
]

/** Whether a text stands there whole, between the quotation marks of the language. */
const isWritten = (text: string, source: string) =>
  [`'`, `"`, '`'].some((mark) => source.includes(mark + text.replaceAll(mark, `\\${mark}`) + mark))
