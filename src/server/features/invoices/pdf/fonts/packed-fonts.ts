import { closeSync, openSync, readSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** A font of a pack. The first has no bytes: it is the main font, in a file of its own. */
export interface PackedFont {
  /** After the index. */
  at: number
  length: number
  /** First and last of its characters. */
  ranges: readonly (readonly [number, number])[]
}

/** A file of many small fonts: the length of its index, the index in JSON, and each font compressed. */
export function openPack(file: URL) {
  const size = read(file, 0, 4).readUInt32BE(0)
  const fonts = JSON.parse(read(file, 4, size).toString()) as PackedFont[]
  return {
    fonts,
    bytesOf: ({ at, length }: PackedFont) =>
      brotliDecompressSync(read(file, 4 + size + at, length)),
  }
}

function read(file: URL, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, length, at)
  } finally {
    closeSync(descriptor)
  }
  return bytes
}
