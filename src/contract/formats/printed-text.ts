import * as z from 'zod/mini'

/** A character that papers cannot print. */
export interface Unprintable {
  character: string
  /** Its place in the text, from 1. */
  position: number
}

type FindUnprintable = (text: string) => Unprintable | undefined

/** Browsers pass every text: what can be printed depends on fonts of 6 MB, so the shop answers it, at the field. */
let findUnprintable: FindUnprintable = () => undefined

/** Called once by the server, which has the fonts. */
export function printableBy(find: FindUnprintable) {
  findUnprintable = find
}

const codesOf = (character: string) =>
  Array.from(
    character,
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')

/** For texts that stand on invoices, credit notes and slips. Stored ones stay as they are. */
export const printed = () =>
  z.refine<string>((text) => findUnprintable(text) === undefined, {
    error: ({ input }) => {
      const { character = '', position = 0 } = findUnprintable(String(input)) ?? {}
      return `“${character}” (${codesOf(character)}, character ${position}) cannot be printed on invoices`
    },
  })
