import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email, numeric, orEmpty, Phone, PictureUrl, text, multilineText } from './fields.ts'

test.each([
  ['mia@shop.example', true],
  ['Mia.Meier@shop.co.uk', true],
  ['mia@shop', false],
  ['mia@shop..example', false],
  ['mia meier@shop.example', false],
  ['mia\u0085@shop.example', false],
  ['mia\u202E@shop.example', false],
])('%s is an e-mail address: %s', (text, isOne) => {
  expect(Email.safeParse(text).success).toBe(isOne)
})

test('rejects a very long e-mail address before matching patterns', () => {
  const began = Date.now()
  expect(Email.safeParse('a'.repeat(300_000)).success).toBe(false)
  // A pattern match from each of its characters would take a minute or more.
  expect(Date.now() - began).toBeLessThan(15_000)
})

/** First and last of each range: C0, delete, C1, line and paragraph separators, bidirectional marks, surrogates. */
const neverInOneLine = [
  ['\u0000', '\u0008', '\t', '\n', '\r', '\u001F', '\u007F', '\u0080', '\u0085', '\u009F'],
  ['\u2028', '\u2029', '\u202A', '\u202E', '\u2066', '\u2069', '\uD83D', '\uDE97'],
].flat()
/** Characters in real texts, of any script. */
const visible = ['\u2027', ' ', 'ü', '電', '🚗', '١', '👩‍🔧', 'می‌خواهم', '❤️']
/** Other blanks, and characters that have no shape there. */
const alike = [
  ...['\u00A0', '\u202F', '\u3000', '  ', ' \u00A0'].map((each) => [each, ' '] as const),
  ...['\u200B', '\u200D', '\u200F', '\u206A', '\uFE0F', '\u00AD'].map(
    (each) => [each, ''] as const,
  ),
  ['\u03BC', '\u00B5'] as const,
  ['\uFB01', 'fi'] as const,
  ['\u2163', 'IV'] as const,
]

const unfit = 'Contains characters that cannot be typed'

/** @shows asvs-1.3.3 */
test('a single-line field rejects control characters and line breaks', () => {
  const Line = text('Needed')
  for (const character of neverInOneLine) {
    const { error } = Line.safeParse(`Door${character}seal`)
    expect([character, error?.issues.map(({ message }) => message)]).toEqual([character, [unfit]])
    expect(PictureUrl('Needed').safeParse(`https://x.example/${character}a`).success).toBe(false)
  }
  for (const character of visible) {
    expect(Line.parse(`Door${character}seal`)).toBe(`Door${character}seal`)
  }
  expect(Line.parse('\n Door seal\r\n')).toBe('Door seal')
})

/** @shows row-212 */
test.each(alike)('in a single line, %j between words is the same as %j', (character, same) => {
  expect(text('Needed').parse(`Door${character}seal`)).toBe(`Door${same}seal`)
})

/** @shows row-212 */
test.each([
  ['zero-width blanks', '\u200B\u200B\u200B'],
  ['a zero-width no-break blank', '\uFEFF'],
  ['blanks of other scripts', '\u3164\u2800\u115F'],
  ['joiners and variants', '\u200C\u200D\uFE0F\u{E0101}'],
  ['direction marks', '\u200E\u200F\u061C'],
  ['tags', '\u{E0041}\u{E0042}\u{E0043}'],
  ['places of pictures and private signs', '\uFFFC\uE000\u{1D159}'],
  ['soft hyphens and fillers', '\u00AD\u034F\u17B4\u180E\u2060'],
])('%s do not count as text in any field', (_, unseen) => {
  for (const typed of [unseen, ` ${unseen} ${unseen}`]) {
    for (const schema of [text('Needed'), multilineText('Needed'), Phone]) {
      const { error } = schema.safeParse(typed)
      expect(error?.issues).toHaveLength(1)
      expect(error?.issues[0]?.message).toMatch(/Needed|Phone is Required/)
    }
  }
  const short = { min: 3, tooShort: 'Three at least' }
  expect(text('Needed', short).safeParse(`ab${unseen}`).success).toBe(false)
  expect(multilineText('Needed', short).safeParse(`ab${unseen}`).success).toBe(false)
})

/** @shows asvs-1.3.3 */
test('a multi-line field allows tabs and line breaks and normalises line breaks', () => {
  const Lines = multilineText('Needed')
  for (const character of neverInOneLine.filter((each) => /[^\P{Cc}\t\n\r]|\p{Cs}/u.test(each))) {
    const { error } = Lines.safeParse(`Door${character}seal`)
    expect([character, error?.issues.map(({ message }) => message)]).toEqual([character, [unfit]])
  }
  const kept = [
    'a\tb',
    'a\nb',
    'a\r\nb',
    'a\u2067b\u2069',
    ...visible.map((each) => `a${each}b`),
    'a\u00A0\u200Fb',
  ]
  for (const lines of kept) expect(Lines.parse(lines)).toBe(lines)
  expect(Lines.parse('a\rb\u2028c\u2029d\r\n\re')).toBe('a\nb\nc\nd\r\n\ne')
})

test('accepts a phone number copied from an address book', () => {
  expect(Phone.parse('\u202A+1 555 010 0100\u202C')).toBe('+1 555 010 0100')
  expect(Phone.safeParse('+1 555 010\n0100').error?.issues[0]?.message).toBe(unfit)
})

test.each([
  ['', true, ''],
  ['12', true, 12],
  ['x', false, 'A whole number of months'],
  ['-1', false, 'Not negative'],
])('a number that may be left empty takes %j: %s, %s', (typed, success, outcome) => {
  const months = orEmpty(
    numeric('A whole number of months').check(
      z.refine((value: number) => value >= 0, 'Not negative'),
    ),
  )
  const parsed = months.safeParse(typed)
  const found = parsed.success ? parsed.data : parsed.error.issues[0]?.message
  expect([parsed.success, found]).toEqual([success, outcome])
})
