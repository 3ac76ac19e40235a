import { expect, test } from 'vitest'
import { contentsOf, drawnText, textOf } from '../../../testing/pdf-text.ts'
import { openSheet } from './document.ts'
import { runsOf } from './runs.ts'

async function drawn(lines: readonly string[]) {
  const sheet = openSheet()
  for (const [index, line] of lines.entries()) sheet.text(50, 50 + index * 20, line)
  return sheet.finish('All')
}

/** @shows row-81, row-205 */
test('text in several scripts and with any characters can be read back', async () => {
  const lines = [
    'Taillight, left',
    'Łukasz Żółć',
    'Ελληνικά',
    'фара',
    'Nguyễn',
    ') Tj ET <41> %',
    '王小明 有限公司',
    '株式会社 ひらがな カタカナ',
    '김철수 한국',
    'ถนนสุขุมวิท กรุงเทพฯ',
    'क्षत्रिय हिन्दी',
    'საქართველო',
    'Հայաստան',
    'Seal ring ⌀22 ≥ 5 mm → left ⅛"',
    '½ ⅓ ≤ ″ ′ ° µ Ω ± × ² ³ № ™ ® € ₹',
  ]
  const pdf = await drawn(lines)
  expect(textOf(pdf)).toEqual(lines)
  expect(drawnText(pdf).isComplete).toBe(true)
  expect(drawnText(pdf).text).not.toMatch(/\uFFFD/)
})

/** @shows row-205 */
test.each([
  ['محمد علي', 'يلع دمحم'],
  ['Invoice for محمد علي (Dubai) 12', 'Invoice for يلع دمحم (Dubai) 12'],
  ['محمد Corp 12 (GmbH) طريق 45', '45 قيرط Corp 12 (GmbH) دمحم'],
  ['משה כהן בע"מ (רחוב 7)', '(7 בוחר) מ"עב ןהכ השמ'],
  ['١٢٣ 45', '١٢٣ 45'],
  // Letters that share a glyph, and differ by its dots.
  ['زيد رشيد ذو الفقار دبي', 'يبد راقفلا وذ ديشر ديز'],
  ['خیابان پژوهش چهارراه', 'هارراهچ شهوژپ نابایخ'],
])('%j is drawn from left to right as %j', async (line, visual) => {
  const pdf = await drawn([line])
  expect(drawnText(pdf)).toEqual({ text: visual, isComplete: true })
  expect(textOf(pdf)).toEqual([line])
})

/** @shows row-205 */
test('the text of a line is marked inside its text object, where readers have its coordinates and font', async () => {
  const contents = contentsOf(await drawn(['10% 消費税', 'Seal ring ⌀22 ½', 'दिल्ली', 'Total']))
  expect(contents.match(/BDC|EMC/g)).toHaveLength(6)
  expect(contents.replaceAll(/^BT[\s\S]*?^ET$/gm, '')).not.toMatch(/BDC|EMC/)
})

/** @shows row-205 */
test('typed text from right to left is in no Span, in which poppler would turn it', async () => {
  const contents = contentsOf(await drawn(['محمد علي', 'משה כהן']))
  expect(contents.match(/\S+ << \/ActualText/g)).toEqual(['/P << /ActualText', '/P << /ActualText'])
})

/** @shows row-205 */
test('a character that no font has is drawn as a question mark, and marks of direction as nothing', async () => {
  const pdf = await drawn(['a😀b\u200Fc\uFE0F'])
  expect(drawnText(pdf)).toEqual({ text: 'a?bc', isComplete: true })
})

/** @shows row-205 */
test('a letter and its mark are drawn by one font', () => {
  expect(runsOf('Z\u0336')).toHaveLength(1)
  expect(runsOf('ก็')).toHaveLength(1)
})

/** @shows row-81 */
test('the cross-reference table has the offset of every object', async () => {
  const sheet = openSheet()
  sheet.text(50, 50, 'Invoice', { isBold: true, align: 'end' })
  sheet.rule(50, 60, 100)
  const file = (await sheet.finish('Rechnung für Łukasz')).toString('latin1')
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
