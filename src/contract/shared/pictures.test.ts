import { expect, test } from 'vitest'
import { productFields } from '../products/fields/product-fields.ts'
import { picturesOf, readPictures, writePictures } from './pictures.ts'

const stored = (typed: string) => productFields.morePictures.entered.safeParse(typed)

/** @shows row-115 */
test('the pictures of a product begin with its first one; a text without pictures adds none', () => {
  expect(picturesOf({ img: '/parts/a.svg' })).toEqual([{ img: '/parts/a.svg', alt: '' }])
  expect(picturesOf({ img: '/a', imgAlt: 'Front', morePictures: '/b From the left\n/c' })).toEqual([
    { img: '/a', alt: 'Front' },
    { img: '/b', alt: 'From the left' },
    { img: '/c', alt: '' },
  ])
})

test('a text of pictures is read as it was written, with blanks that are being typed', () => {
  const pictures = [
    { img: '/b', alt: 'From the ' },
    { img: '/c', alt: '' },
  ]
  expect(readPictures(writePictures(pictures))).toEqual(pictures)
})

test('more pictures are stored without blank lines and blanks around their texts', () => {
  expect(stored(' /parts/a.svg  From the left \r\n\n/parts/b.svg\n').data).toBe(
    '/parts/a.svg From the left\n/parts/b.svg',
  )
  expect(stored('').data).toBe('')
})

/** @shows row-115, asvs-2.2.1 */
test.each([
  ['/parts/a.svg\n'.repeat(8), 'At most 8 pictures'],
  ['javascript:alert(1) x', 'Each line must start with an uploaded picture or an https address'],
  [`/parts/a.svg ${'x'.repeat(201)}`, 'The text of a picture can have at most 200 characters'],
])('the text %j is refused: %s', (typed, message) => {
  expect(stored(typed).error?.issues[0]?.message).toContain(message)
})
