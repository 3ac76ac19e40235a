import { brotliCompressSync, constants, inflateSync } from 'node:zlib'
import { create } from 'fontkit'
import type { PackedFont } from '../../src/server/features/invoices/pdf/fonts/packed-fonts.ts'

/** Tables that a PDF has no use for. */
const unused = new Set(['vhea', 'vmtx', 'STAT', 'gasp', 'DSIG'])

/** One file of a main font's characters and further fonts: its index, and each font compressed. */
export function packed(main: Buffer, others: readonly Buffer[]): Buffer {
  const known = new Set(charactersOf(main))
  const index: PackedFont[] = [{ at: 0, length: 0, ranges: rangesOf(known) }]
  const bodies: Buffer[] = []
  let at = 0
  for (const file of others) {
    const font = file.toString('latin1', 0, 4) === 'wOFF' ? toSfnt(file) : file
    const added = charactersOf(font).filter((character) => !known.has(character))
    if (added.length === 0) continue
    for (const character of added) known.add(character)
    const body = brotliCompressSync(font, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    index.push({ at, length: body.length, ranges: rangesOf(charactersOf(font)) })
    bodies.push(body)
    at += body.length
  }
  const head = Buffer.from(JSON.stringify(index))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  return Buffer.concat([size, head, ...bodies])
}

/** The code points that a font has a glyph for; those for private use have no meaning. */
export function charactersOf(font: Buffer): number[] {
  const opened = create(font)
  if (!('characterSet' in opened)) throw new Error('This is not a font')
  return opened.characterSet
    .filter((code) => code >= 0x20 && (code < 0xe0_00 || code > 0xf8_ff) && code < 0xf_00_00)
    .toSorted((one, other) => one - other)
}

export function rangesOf(characters: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = []
  for (const code of [...characters].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last && last[1] >= code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges
}

/** A WOFF file as a font of OpenType, with the tables that are used. */
function toSfnt(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + 20 * index
    const [at, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field))
    const bytes = woff.subarray(at, (at ?? 0) + (packedLength ?? 0))
    return {
      tag: woff.toString('latin1', entry, entry + 4),
      sum: woff.readUInt32BE(entry + 16),
      bytes: packedLength === length ? bytes : inflateSync(bytes),
    }
  }).filter(({ tag }) => !unused.has(tag))
  const head = Buffer.alloc(12 + 16 * tables.length)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(tables.length, 4)
  let at = head.length
  const bodies = tables.map(({ tag, sum, bytes }, index) => {
    const entry = 12 + 16 * index
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(sum, entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
    at += padded.length
    return padded
  })
  return Buffer.concat([head, ...bodies])
}
