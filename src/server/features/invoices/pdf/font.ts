import { readFileSync } from 'node:fs'

/** The parts of a TrueType font that drawing text needs. */
export interface Font {
  bytes: Buffer
  /** The glyph of a character; glyph 0, an empty box, if the font lacks it. */
  glyphOf(character: string): number
  /** In thousandths of the font's size. */
  widthOf(glyph: number): number
  ascent: number
  descent: number
  box: readonly number[]
}

/** Reads a font's tables; its Unicode map must have format 4. */
export function readFont(file: string | URL): Font {
  const bytes = readFileSync(file)
  const tables = tablesOf(bytes)
  const table = (tag: string) => {
    const start = tables.get(tag)
    if (start === undefined) throw new Error(`The font has no table ${tag}`)
    return start
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const inThousandths = (units: number) =>
    Math.round((units * 1000) / bytes.readUInt16BE(head + 18))
  const lastWidth = bytes.readUInt16BE(hhea + 34) - 1
  const glyphs = glyphsIn(bytes, unicodeMapIn(bytes, table('cmap')))

  return {
    bytes,
    glyphOf: (character) => glyphs.get(character.codePointAt(0) ?? 0) ?? 0,
    widthOf: (glyph) => inThousandths(bytes.readUInt16BE(hmtx + 4 * Math.min(glyph, lastWidth))),
    ascent: inThousandths(bytes.readInt16BE(hhea + 4)),
    descent: inThousandths(bytes.readInt16BE(hhea + 6)),
    box: [36, 38, 40, 42].map((at) => inThousandths(bytes.readInt16BE(head + at))),
  }
}

function tablesOf(bytes: Buffer): Map<string, number> {
  const records = Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  return new Map(
    records.map((at) => [bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8)]),
  )
}

function unicodeMapIn(bytes: Buffer, cmap: number): number {
  const records = Array.from({ length: bytes.readUInt16BE(cmap + 2) }, (_, n) => cmap + 4 + 8 * n)
  const windowsUnicode = 0x00_03_00_01
  const record = records.find((at) => bytes.readUInt32BE(at) === windowsUnicode)
  const start = record === undefined ? -1 : cmap + bytes.readUInt32BE(record + 4)
  if (start < 0 || bytes.readUInt16BE(start) !== 4) throw new Error('The font has no Unicode map')
  return start
}

/** The glyph of each character, from segments of consecutive characters. */
function glyphsIn(bytes: Buffer, map: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  const width = bytes.readUInt16BE(map + 6)
  const [ends, starts] = [map + 14, map + 16 + width]
  const [deltas, offsets] = [starts + width, starts + 2 * width]
  for (let segment = 0; segment < width; segment += 2) {
    const start = bytes.readUInt16BE(starts + segment)
    const end = bytes.readUInt16BE(ends + segment)
    const delta = bytes.readUInt16BE(deltas + segment)
    const offset = bytes.readUInt16BE(offsets + segment)
    for (let code = start; code <= end && code < 0xff_ff; code += 1) {
      const listed = offsets + segment + offset + 2 * (code - start)
      const glyph = offset === 0 ? code : bytes.readUInt16BE(listed)
      if (glyph !== 0) glyphs.set(code, (glyph + delta) & 0xff_ff)
    }
  }
  return glyphs
}
