import bidiFactory from 'bidi-js'
import type { Bidi } from 'bidi-js'
import { fontOf, hasCharacter, mainFont } from './fonts/fonts.ts'

/** Text of one font and one direction. */
export interface Run {
  text: string
  font: number
}

interface Piece extends Run {
  /** The level of the bidirectional algorithm: odd from right to left. */
  level: number
}

/** What the package exports; its types describe a module without the function. */
const bidi = (bidiFactory as unknown as () => Bidi)()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Marks of direction and of the look of other characters, which have no look of their own. */
export const unseen = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\p{Variation_Selector}]/gu
/** In place of a character that no font has: older orders may have some. */
const replacement = '?'

export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** A line of text as the runs that are drawn from left to right. */
export function runsOf(line: string): Run[] {
  const text = line.replaceAll(unseen, '').replaceAll(/[\t\r]/g, ' ')
  if (isPlain(text)) return text === '' ? [] : [{ text, font: mainFont }]
  const pieces = reordered(merged(piecesOf(text)))
  return pieces.map(({ text: piece, font, level }) => ({ text: drawn(piece, level), font }))
}

/** The parts of a text that are never broken: a letter with its marks. */
export const clusters = (text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

function isPlain(text: string) {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x5_8f || fontOf(code) !== mainFont) return false
  }
  return true
}

function piecesOf(text: string): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  const pieces: Piece[] = []
  let start = 0
  for (const cluster of clusters(text)) {
    const level = levels[start] ?? 0
    const last = pieces.at(-1)?.font ?? mainFont
    pieces.push(...piecesOfCluster(cluster, level, last))
    start += cluster.length
  }
  return pieces
}

/** One piece, in one font if any has all of it. A blank stays with the text before it. */
function piecesOfCluster(cluster: string, level: number, last: number): Piece[] {
  const codes = Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
  const has = (font: number) => codes.every((code) => hasCharacter(font, code))
  if (isBlank(cluster) && has(last)) return [{ text: cluster, font: last, level }]
  const whole = codes.map(fontOf).find((font) => font !== undefined && has(font))
  if (whole !== undefined) return [{ text: cluster, font: whole, level }]
  return codes.map((code) => {
    const font = fontOf(code)
    const text = font === undefined ? replacement : String.fromCodePoint(code)
    return { text, font: font ?? mainFont, level }
  })
}

function merged(pieces: readonly Piece[]): Piece[] {
  const runs: Piece[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (last && last.font === piece.font && last.level === piece.level && !isApart(last, piece)) {
      last.text += piece.text
    } else runs.push({ ...piece })
  }
  return runs
}

/**
 * Whether pieces of the same font and level are drawn apart: words from right to left, which PDFKit would place from left to
 * right, and digits of an Arabic font, which run from left to right and would be turned.
 */
const isApart = (last: Piece, { text, level }: Piece) =>
  level % 2 === 1
    ? isBlank(text) || isBlank(last.text)
    : rightToLeft.test(text) || rightToLeft.test(last.text)

const isBlank = (text: string) => text.trim() === ''

/** From the order of reading to that on paper (rule L2). */
function reordered(pieces: Piece[]): Piece[] {
  const levels = pieces.map(({ level }) => level)
  let runs = pieces
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    const next: Piece[] = []
    for (let index = 0; index < runs.length;) {
      let end = index
      while (end < runs.length && (runs[end]?.level ?? 0) >= level) end += 1
      if (end > index) next.push(...runs.slice(index, end).toReversed())
      else next.push(...runs.slice(index, ++end))
      index = end
    }
    runs = next
  }
  return runs
}

/** The letters of a script from right to left are turned by the font; all else is here. */
function drawn(text: string, level: number): string {
  if (level % 2 === 0) return text
  const mirrored = Array.from(text, (one) => bidi.getMirroredCharacter(one) ?? one)
  return (rightToLeft.test(text) ? mirrored : mirrored.toReversed()).join('')
}
