import {
  count,
  either,
  isAmount,
  isNumeral,
  isWhole,
  mark,
  matcher,
  quantityWord,
  times,
  wholeOf,
  zeroes,
} from './quantities.ts'
import { inOrder, isNumber, numberAndName, withNumbersFirst } from './reading.ts'
import type { Reading, Readings } from './reading.ts'

const headPattern = matcher(
  `(${quantityWord}\\.?[\\s:]\\s*)?(${count})${zeroes}(?=\\s|${times}\\s)\\s*(.+)`,
)
const markBefore = matcher(`${mark}\\s+(.+)`)
const tailPattern = matcher(
  `(.*[^\\s:*×(])(?:\\s|\\s*[:*×(])\\s*(?:${mark}\\s*)?(${count})${zeroes}(?:\\s*${mark})?\\)?\\.?`,
)
const markBehind = matcher(`(.*\\S)\\s+${mark}`)
const bullet = /^(?:\d{1,3}[.)]|[-–—•·*])\s+(\S.*)$/

/** Digits of a number of a part. Fewer are a quantity more often. */
const shortestNumber = 4

/** A cell that numbers its line: “1.” */
export const isPosition = (cell: string) => /^\d{1,3}[.)]$/.test(cell)

/** Without the number or sign of a list item: “1. ”, “- ”. */
export const withoutBullet = (text: string) => bullet.exec(text)?.[1] ?? text

/** '40 x Taillight', 'Taillight 40', '40 Taillight' or a part alone, whose number may end or begin with digits. */
export function readFreeText(line: string): Readings {
  const text = withoutBullet(line)
  const { bare, quantity } = withoutAmounts(text)
  const usual = readWords(bare, quantity)
  const first = usual.find(({ part }) => text.startsWith(part))
  // “1. 987 302 071” may be one number.
  const numbered =
    first && text !== line ? [{ ...first, part: line.slice(0, -text.length) + first.part }] : []
  const whole = [text, line].map((part) => ({ part, quantity: '' }))
  return inOrder([...usual, ...numbered, ...(bare === line ? [] : whole)])
}

/** A quantity and a part; or a number of digits alone, with a quantity as people write it or with its name. */
function counted(part: string, quantity: string): Reading[] {
  if (isNumeral(part) && !isWhole(part)) return [{ part: quantity, quantity: part }]
  if (part === '' || quantity.length < shortestNumber) return [{ part, quantity }]
  return [
    { part, quantity, unless: quantity },
    { part: quantity, quantity: '' },
    { part, quantity: '', beside: [quantity] },
  ]
}

function readWords(text: string, quantity: string): Reading[] {
  const [, word, before = '', behind = ''] = headPattern.exec(text) ?? []
  const [, start = '', last = ''] = tailPattern.exec(text) ?? []
  const isTurned = isNumeral(start) && isNumber(last)
  const readings = [
    ...counted(markBefore.exec(behind)?.[1] ?? (word ? behind : ''), before),
    { part: markBehind.exec(start)?.[1] ?? '', quantity: last },
    { part: start, quantity: last },
    { part: isTurned ? last : '', quantity: start },
    { part: (quantity && markBehind.exec(text)?.[1]) || '', quantity },
    { part: text, quantity },
    ...counted(behind, before),
  ].filter(({ part }) => part !== '')
  const named = readings.find((reading) => numberAndName(reading.part))
  const parts = (named && numberAndName(named.part)) ?? []
  return [
    ...readings,
    ...withNumbersFirst(parts.map((part) => ({ part, quantity: named?.quantity ?? '' }))),
  ]
}

/** The text without prices at its end, and the quantity that those without a currency may be. */
function withoutAmounts(text: string) {
  const words = withCurrencies(text).split(/\s+/)
  const end = words.findLastIndex((word) => !isAmount(word)) + 1
  if (end === 0 || end === words.length) return { bare: text, quantity: '' }
  const quantities = words.slice(end).flatMap((word) => wholeOf(word) ?? [])
  return { bare: words.slice(0, end).join(' '), quantity: either(quantities) }
}

/** Each currency joined to its amount, which is in front of it if the line ends with a currency. */
function withCurrencies(text: string) {
  const rated = text
    .replaceAll(/(?<=(?<!\S)[@=])\s+(?=[$€£]?\d)/g, '')
    .replaceAll(/(?<=(?<!\S)(?:each|ea\.?))\s+(?=\d[\d.,]*[.,]\d\d(?!\S))/gi, '')
    .replaceAll(/(?<=[.,]\d\d)\s+(?=(?:each|ea\.?)(?!\S))/gi, '')
  return /(?:[$€£]|\b(?:usd|eur|gbp))$/i.test(text)
    ? rated.replaceAll(/(?<=\d)\s+(?=(?:[$€£]|usd|eur|gbp)(?!\S))/gi, '')
    : rated.replaceAll(/(?<=(?<!\S)(?:[$€£]|usd|eur|gbp))\s+(?=\d)/gi, '')
}
