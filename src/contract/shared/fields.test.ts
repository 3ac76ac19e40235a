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
/** Characters in real texts: other spaces, joined emoji, direction marks, any script. */
const typed = [
  ['\u00A0', '\u2027', '\u202F', '\u200D', '\u200F', '\u206A'],
  [' ', 'ü', '電', '🚗', '١'],
].flat()

const unfit = 'Contains characters that cannot be typed'

/** @shows asvs-1.3.3 */
test('a single-line field rejects control characters and line breaks', () => {
  const Line = text('Needed')
  for (const character of neverInOneLine) {
    const { error } = Line.safeParse(`Door${character}seal`)
    expect([character, error?.issues.map(({ message }) => message)]).toEqual([character, [unfit]])
    expect(PictureUrl('Needed').safeParse(`https://x.example/${character}a`).success).toBe(false)
  }
  for (const character of typed) {
    expect(Line.parse(`Door${character}seal`)).toBe(`Door${character}seal`)
  }
  expect(Line.parse('\n Door seal\r\n')).toBe('Door seal')
})

/** @shows asvs-1.3.3 */
test('a multi-line field allows tabs and line breaks and normalises line breaks', () => {
  const Lines = multilineText('Needed')
  for (const character of neverInOneLine.filter((each) => /[^\P{Cc}\t\n\r]|\p{Cs}/u.test(each))) {
    const { error } = Lines.safeParse(`Door${character}seal`)
    expect([character, error?.issues.map(({ message }) => message)]).toEqual([character, [unfit]])
  }
  const kept = ['a\tb', 'a\nb', 'a\r\nb', 'a\u2067b\u2069', ...typed.map((each) => `a${each}b`)]
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
