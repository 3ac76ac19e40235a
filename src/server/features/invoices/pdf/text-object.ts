import { rightToLeft, runsOf } from './runs.ts'
import { mainFont } from './fonts/fonts.ts'

/** A font of PDFKit, with parts that its types lack. */
interface EmbeddedFont {
  id: string
  ref(): unknown
  /** The glyphs that are embedded: with the characters and the width of each, by its number in the document. */
  subset: { glyphs: number[] }
  unicode: (readonly number[])[]
  widths: number[]
  scale: number
  /** The font of fontkit. */
  font: { getGlyph(id: number, codePoints?: readonly number[]): Glyph }
  layout(text: string): { glyphs: Glyph[]; positions: Position[]; advanceWidth: number }
}

interface Glyph {
  id: number
  codePoints: readonly number[]
  advanceWidth: number
}

/** In thousandths of the size. */
type Position = Record<'xAdvance' | 'xOffset' | 'yOffset' | 'advanceWidth', number>

interface Look {
  size: number
  isBold: boolean
}

/** Numbers of glyphs in the document, by glyph and characters. */
const numbers = new WeakMap<EmbeddedFont, Map<string, number>>()

/**
 * Draws a line of text as one text object. `document.text` of PDFKit cannot: readers place the text of a marked part by
 * the coordinates and the font at its end, and PDFKit has restored both by then.
 */
export function drawLine(
  document: PDFKit.PDFDocument,
  [left, y]: readonly [number, number],
  line: string,
  { size, isBold }: Look,
  choose: (font: number, size: number) => void,
) {
  const { page } = document
  const runs = runsOf(line)
  // Some glyphs are several letters, or in another order.
  const isMarked = runs.some(({ font }) => font !== mainFont)
  const add = (operators: string) => void document.addContent(operators)
  let x = left
  document.save()
  // Bold is drawn as an outline in the same colour: a second font would double the file.
  if (isBold) document.lineWidth(size / 32)
  document.transform(1, 0, 0, -1, 0, page.height)
  add(`BT ${isBold ? 2 : 0} Tr`)
  if (isMarked) add(`/${tagOf(line)} << /ActualText <${utf16('\uFEFF' + line)}> >> BDC`)
  for (const { font, text } of runs) {
    choose(font, size)
    const chosen = chosenOf(document)
    page.fonts[chosen.id] ??= chosen.ref()
    add(`/${chosen.id} ${size} Tf`)
    const { glyphs, positions, advanceWidth } = chosen.layout(text)
    const numbered = glyphs.map((glyph) => numberOf(chosen, glyph))
    for (const operators of shown(numbered, positions, [x, page.height - y], size)) add(operators)
    x += (advanceWidth * size) / 1000
  }
  if (isMarked) add('EMC')
  add('ET')
  document.restore()
}

/**
 * The tag of a marked part with the typed text. Poppler reverses letters from right to left, also those of a Span, which are in the order
 * of typing: it would read them backwards. In other tags it reverses the glyphs, and PDFium, as in Chrome, reads the typed text.
 */
const tagOf = (line: string) => (rightToLeft.test(line) ? 'P' : 'Span')

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** Fontkit keeps one object for each glyph, with the characters that it was drawn for first. */
export function keepCharacters(document: PDFKit.PDFDocument) {
  const { font } = chosenOf(document)
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) =>
    codePoints
      ? (Object.create(getGlyph(id), { codePoints: { value: codePoints } }) as Glyph)
      : getGlyph(id)
}

const chosenOf = (document: PDFKit.PDFDocument) =>
  (document as unknown as { _font: EmbeddedFont })._font

/**
 * The number of a glyph in the document. One for each letter that it is drawn for: Arabic letters that differ by their dots
 * share a glyph and would be read as the first of them.
 */
function numberOf(font: EmbeddedFont, { id, codePoints, advanceWidth }: Glyph): string {
  // Drawn for what the font lacks.
  if (id === 0) return '0000'
  const known = numbers.get(font) ?? new Map<string, number>()
  numbers.set(font, known)
  const key = [id, ...codePoints].join(' ')
  const number = known.get(key) ?? font.subset.glyphs.push(id) - 1
  known.set(key, number)
  font.unicode[number] = codePoints
  font.widths[number] = advanceWidth * font.scale
  return number.toString(16).padStart(4, '0')
}

/** The operators that show glyphs, each at its position. */
function* shown(
  glyphs: readonly string[],
  positions: readonly Position[],
  [left, y]: readonly [number, number],
  size: number,
) {
  let x = left
  let hex = ''
  let isAstray = true
  for (const [index, { xAdvance, xOffset, yOffset, advanceWidth }] of positions.entries()) {
    const isMoved = xOffset !== 0 || yOffset !== 0
    if (isAstray || isMoved) {
      if (hex !== '') yield `[<${hex}>] TJ`
      hex = ''
      const at = [x + (xOffset * size) / 1000, y + (yOffset * size) / 1000].map(rounded)
      yield `1 0 0 1 ${at.join(' ')} Tm`
    }
    isAstray = isMoved
    hex += glyphs[index]
    if (xAdvance !== advanceWidth) hex += `> ${rounded(advanceWidth - xAdvance)} <`
    x += (xAdvance * size) / 1000
  }
  if (hex !== '') yield `[<${hex}>] TJ`
}

const rounded = (value: number) => Number(value.toFixed(3))
