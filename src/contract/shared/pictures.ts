/** A picture of a product; an empty text stands for the name of the product. */
export interface ProductPicture {
  img: string
  alt: string
}

/** All pictures of a product, the first one included. */
export const picturesMax = 8
export const pictureTextMax = 200

type Pictured = { img: string; imgAlt?: string | undefined; morePictures?: string | undefined }

/** The pictures of a product in their order. */
export const picturesOf = ({ img, imgAlt = '', morePictures = '' }: Pictured): ProductPicture[] => [
  { img, alt: imgAlt },
  ...readPictures(morePictures),
]

/** Pictures of a text with one on each line: its address, a blank and its description. */
export const readPictures = (text: string): ProductPicture[] =>
  text
    .split('\n')
    .map((line) => line.trimStart())
    .filter((line) => line !== '')
    .map((line) => {
      const [img = ''] = line.split(/\s/, 1)
      // Blanks at the end are kept: they are typed before the next word.
      return { img, alt: line.slice(img.length + 1) }
    })

/** The text that {@link readPictures} reads. */
export const writePictures = (pictures: readonly ProductPicture[]) =>
  pictures.map(({ img, alt }) => (alt === '' ? img : `${img} ${alt}`)).join('\n')
