import * as z from 'zod/mini'
import { isPictureUrl, multilineText, orEmpty, text, wholeNumber } from '../../shared/fields.ts'
import { picturesMax, pictureTextMax, readPictures, writePictures } from '../../shared/pictures.ts'

/** A whole number that may be left out. */
export const optionalNumber = (max: number) =>
  orEmpty(wholeNumber(`A whole number from 1 to ${max}`, max))

export const optionalText = (max: number) => orEmpty(text('Must not be blank', { max }))

const sizeTextMax = 40
const sizeExample = 'Whole millimetres, such as 420 × 180 × 60'

/** Length, width and height, or fewer of them, as `420 × 180 × 60`. */
export const Size = z.string().check(
  z.refine((typed) => typed.length <= sizeTextMax, { error: sizeExample, abort: true }),
  z.overwrite((typed) => typed.trim().replaceAll(/\s*[x×*]\s*/gi, ' × ')),
  z.regex(/^(?:[1-9]\d{0,4}(?: × [1-9]\d{0,4}){0,2})?$/, sizeExample),
)

const morePicturesMax = picturesMax - 1

/** Further pictures, one on each line, as `readPictures` reads them. */
export const MorePictures = multilineText('Must not be blank', {
  max: 4000,
  tooLong: 'The addresses and texts of the pictures are too long',
}).check(
  z.overwrite((typed) =>
    writePictures(readPictures(typed).map(({ img, alt }) => ({ img, alt: alt.trim() }))),
  ),
  z.refine((typed) => readPictures(typed).length <= morePicturesMax, {
    error: `At most ${picturesMax} pictures`,
    abort: true,
  }),
  z.refine(
    (typed) => readPictures(typed).every(({ img }) => isPictureUrl(img)),
    'Each line must start with an uploaded picture or an https address',
  ),
  z.refine(
    (typed) => readPictures(typed).every(({ alt }) => alt.length <= pictureTextMax),
    `The text of a picture can have at most ${pictureTextMax} characters`,
  ),
)
