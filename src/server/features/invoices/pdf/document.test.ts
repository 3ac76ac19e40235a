import { expect, test } from 'vitest'
import { textOf } from '../../../testing/pdf-text.ts'
import { openSheet } from './document.ts'

/** @shows row-81 */
test('text in several scripts and with any characters can be read back', () => {
  const lines = ['Taillight, left', 'Łukasz Żółć', 'Ελληνικά', 'фара', 'Nguyễn', ') Tj ET <41> %']
  const sheet = openSheet()
  for (const [index, line] of lines.entries()) sheet.text(50, 50 + index * 20, line)
  expect(textOf(sheet.finish('All'))).toEqual(lines)
})

test('a character that the font lacks becomes one box', () => {
  const sheet = openSheet()
  sheet.text(50, 50, 'a字😀b')
  expect(textOf(sheet.finish('Boxes'))).toEqual(['a\uFFFD\uFFFDb'])
})

/** @shows row-81 */
test('the cross-reference table has the offset of every object', () => {
  const sheet = openSheet()
  sheet.text(50, 50, 'Invoice', { isBold: true, align: 'end' })
  sheet.rule(50, 60, 100)
  const file = sheet.finish('Rechnung für Łukasz').toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  expect(file.slice(table, table + 5)).toBe('xref\n')
  const starts = Array.from(file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm), ([, at]) =>
    Number(at),
  )
  expect(starts.length).toBeGreaterThan(5)
  for (const [index, start] of starts.entries()) {
    expect(file.slice(start)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  }
})

test('lines break between words, and inside a word wider than the line', () => {
  const { wrapped } = openSheet()
  expect(wrapped('one two\nthree', 500)).toEqual(['one two', 'three'])
  expect(wrapped('one two', 25)).toEqual(['one', 'two'])
  const parts = wrapped('pi_' + 'x'.repeat(60), 100)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.join('')).toBe('pi_' + 'x'.repeat(60))
})
