import { inflateSync } from 'node:zlib'

/** The lines of text of all pages of a PDF from the shop, decoded by its glyph map. */
export function textOf(pdf: Buffer): string[] {
  const packed = pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)
  const streams = Array.from(packed, ([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  )
  const map = streams.find((stream) => stream.includes('begincmap')) ?? ''
  const characters = new Map(
    Array.from(map.matchAll(/^<([\da-f]{4})> <([\da-f]*)>$/gm), ([, glyph, character = '']) => [
      glyph,
      Buffer.from(character, 'hex').swap16().toString('utf16le'),
    ]),
  )
  const content = streams.filter((stream) => stream.includes(' Tj ')).join('\n')
  return Array.from(content.matchAll(/<([\da-f]*)> Tj/g), ([, glyphs = '']) =>
    Array.from(glyphs.matchAll(/.{4}/g), ([glyph]) => characters.get(glyph)).join(''),
  )
}
