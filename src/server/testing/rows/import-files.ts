import type { ImportKind } from '#contract/imports/imports.ts'
import { fileOf as fitmentFileOf } from './fitment-file.ts'

interface Contents {
  rows: number
  /** The first part of the file, so that files of one shop name different parts. */
  from: number
  /** Whether every value differs from those of the first file. */
  isChanged: boolean
}

/** Rows of a file for each part that it names. */
export const rowsOfPart: Readonly<Record<ImportKind, number>> = {
  products: 1,
  numbers: 4,
  fitments: 10,
}

const number = (part: number) => `AP-${part}`

const lines = {
  products: {
    head: 'Part number,Name,Price,Stock,Description,Picture,Kind,Brand,Minimum order,Pack size,Weight (g)',
    row: (n: number, { from, isChanged }: Contents) => {
      const part = from + n
      const [price, stock] = isChanged ? ['71.50', 120] : ['68.00', 100]
      return `${number(part)},Brake disc ${part},${price},${stock},"A vented disc, 280 mm, for the front axle",/parts/door-rubber.svg,Brakes,Bosch,1,1,${isChanged ? 5200 : 5100}`
    },
  },
  numbers: {
    head: 'Part number,Kind,Brand,Number,Replaced by',
    row: (n: number, { from, isChanged }: Contents) => {
      const part = from + Math.floor(n / rowsOfPart.numbers)
      // Every fifth part is replaced by the next one, which is not replaced itself.
      const successor = n % rowsOfPart.numbers === 0 && part % 5 === 0 ? number(part + 1) : ''
      return `${number(part)},oem,Brand ${n % rowsOfPart.numbers},${isChanged ? 'C' : 'N'}${from}-${n},${successor}`
    },
  },
} satisfies Partial<
  Record<ImportKind, { head: string; row(n: number, contents: Contents): string }>
>

/** A CSV file, made while it is read. */
export async function* fileOf(kind: ImportKind, contents: Contents): AsyncGenerator<Buffer> {
  const { rows, from, isChanged } = contents
  if (kind === 'fitments') {
    const parts = Math.ceil(rows / rowsOfPart.fitments)
    yield* fitmentFileOf({ fitments: rows, parts, from, changedEach: isChanged ? 1 : 0 })
    return
  }
  const { head, row } = lines[kind]
  yield Buffer.from(`${head}\r\n`)
  for (let at = 0; at < rows; at += 1000) {
    const some = Array.from({ length: Math.min(1000, rows - at) }, (_, n) => row(at + n, contents))
    yield Buffer.from(`${some.join('\r\n')}\r\n`)
  }
}
