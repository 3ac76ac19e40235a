import { picturesMax, type ProductPicture } from '#contract/shared/pictures.ts'

type Pictures = readonly ProductPicture[]

/** The list with a new picture at its end, unless it is full or has the picture. */
export const added = (pictures: Pictures, img: string): Pictures =>
  pictures.length >= picturesMax || pictures.some((picture) => picture.img === img)
    ? pictures
    : [...pictures, { img, alt: '' }]

/** The list with one picture and its neighbour exchanged. */
export function moved(pictures: Pictures, index: number, by: 1 | -1): Pictures {
  const [one, other] = [pictures[index], pictures[index + by]]
  return one && other ? pictures.with(index, other).with(index + by, one) : pictures
}

export const without = (pictures: Pictures, index: number): Pictures => pictures.toSpliced(index, 1)
