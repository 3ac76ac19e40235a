import { readFileSync } from 'node:fs'
import { openPack } from './packed-fonts.ts'

/** The number of the font of most texts; further ones are for what it lacks. */
export const mainFont = 0

const pack = openPack(new URL('noto-sans-others.pack', import.meta.url))

/** In the order of preference. */
export const { fonts } = pack

/** Fonts by the character, for each character that was asked for. */
const known = new Map<number, number | undefined>()

export const hasCharacter = (font: number, code: number) =>
  fonts[font]?.ranges.some(([first, last]) => code >= first && code <= last) ?? false

/** The number of the first font that has the character; undefined if it cannot be printed. */
export function fontOf(code: number): number | undefined {
  if (known.has(code)) return known.get(code)
  const index = fonts.findIndex((_, font) => hasCharacter(font, code))
  const found = index === -1 ? undefined : index
  // At most the characters of the fonts.
  if (found !== undefined) known.set(code, found)
  return found
}

const loaded = new Map<number, Buffer>()

/** The file of a font, read when it is needed first. */
export function fontFile(font: number): Buffer {
  const file = loaded.get(font)
  if (file) return file
  const packed = fonts[font]
  if (!packed) throw new Error(`There is no font ${font}`)
  const bytes =
    font === mainFont
      ? readFileSync(new URL('noto-sans.ttf', import.meta.url))
      : pack.bytesOf(packed)
  loaded.set(font, bytes)
  return bytes
}
