import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email, numeric, orEmpty, Phone, PictureUrl, text, textOfLines } from './fields.ts'

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

test('a very long text is refused as no e-mail address before anything is looked for in it', () => {
  const began = Date.now()
  expect(Email.safeParse('a'.repeat(300_000)).success).toBe(false)
  // A look from each of its letters would take a minute or more.
  expect(Date.now() - began).toBeLessThan(15_000)
})

/** Each at the edges of its kind: C0, delete, C1, line and paragraph separators, turners of direction, halves. */
const neverInOneLine = [
  ['\u0000', '\u0008', '\t', '\n', '\r', '\u001F', '\u007F', '\u0080', '\u0085', '\u009F'],
  ['\u2028', '\u2029', '\u202A', '\u202E', '\u2066', '\u2069', '\uD83D', '\uDE97'],
].flat()
/** What people do type: blanks of other kinds, joined pictures, marks of a direction, any script. */
const typed = [
  ['\u00A0', '\u2027', '\u202F', '\u200D', '\u200F', '\u206A'],
  [' ', 'ü', '電', '🚗', '١'],
].flat()

const unfit = 'Contains characters that cannot be typed'

/** @shows asvs-1.3.3 */
test('one line holds what can be typed in one, and no control character or line break', () => {
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
test('several lines hold tabs and line breaks besides; those of other programs become plain', () => {
  const Lines = textOfLines('Needed')
  for (const character of neverInOneLine.filter((each) => /[^\P{Cc}\t\n\r]|\p{Cs}/u.test(each))) {
    const { error } = Lines.safeParse(`Door${character}seal`)
    expect([character, error?.issues.map(({ message }) => message)]).toEqual([character, [unfit]])
  }
  const kept = ['a\tb', 'a\nb', 'a\r\nb', 'a\u2067b\u2069', ...typed.map((each) => `a${each}b`)]
  for (const lines of kept) expect(Lines.parse(lines)).toBe(lines)
  expect(Lines.parse('a\rb\u2028c\u2029d\r\n\re')).toBe('a\nb\nc\nd\r\n\ne')
})

test('a phone number may be copied out of an address book', () => {
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
