import { expect, test } from 'vitest'
import { unprintableIn } from './printable.ts'
import { runsOf } from './runs.ts'

/** @shows row-223 */
test.each([
  'Mia Ünal\n1 Test Street\tSpringfield',
  '王小明 محمد דוד สมชาย मीना გიორგი Արամ Ελένη Юлия Nguyễn',
  'Seal ring ⌀22 ≥ 5 mm → left ⅛"',
  'Zero\u200Bwidth, soft\u00ADhyphen, e\u0301',
])('what the fonts have is printable: %s', (text) => {
  expect(unprintableIn(text)).toBeUndefined()
  const drawn = text.split('\n').flatMap(runsOf)
  expect(drawn.some(({ text: piece }) => piece.includes('?'))).toBe(false)
})

/** @shows row-223 */
test.each([
  ['Horn 📯 loud', { character: '📯', position: 6 }],
  ['👩‍🔧 Mia', { character: '👩‍🔧', position: 1 }],
  ['Tamil தமிழ்', { character: 'த', position: 7 }],
])('what no font has is named with its place: %s', (text, found) => {
  expect(unprintableIn(text)).toEqual(found)
})

/** @shows row-223 */
test('what the check lets pass is what papers print, for every eleventh character of the basic plane', () => {
  const different: string[] = []
  for (let code = 0x20; code < 0xff_fe; code += 11) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue
    const character = String.fromCodePoint(code)
    const isReplaced = runsOf(character).some(({ text }) => text === '?')
    if (character !== '?' && isReplaced !== (unprintableIn(character) !== undefined)) {
      different.push(code.toString(16))
    }
  }
  expect(different.slice(0, 20)).toEqual([])
})
