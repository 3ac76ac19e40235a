import { typedNumberMax } from '#contract/shared/limits.ts'
import { type CarOfLine, carKeys } from './car-of-line.ts'

interface Wish {
  car?: CarOfLine | null | undefined
  /** The number that the part was found by. */
  number?: string | undefined
}

/** Car and number of a line as calls name them. Storage of the browser may be changed by hand: what no call takes is left out. */
export const keysOfLine = ({ car, number }: Wish) => ({
  ...carKeys(car),
  ...(number && number.length <= typedNumberMax && { number }),
})
