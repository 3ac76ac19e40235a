import { deflateSync } from 'node:zlib'
import { readFont } from './font.ts'

/** A4, in points of 1/72 inch. */
export const paper = { width: 595, height: 842 } as const

type TextLook = {
  /** The edge of the text at `x`. */
  align?: 'start' | 'end'
  size?: number
  isBold?: boolean
}

/** A document of one page or more; positions are in points from the upper left corner of the last page. */
export interface Sheet {
  /** Begins another page. */
  nextPage(): void
  /** Draws on every page, of which there are no more after it. */
  eachPage(draw: (page: number, pages: number) => void): void
  text(x: number, y: number, text: string, look?: TextLook): void
  /** Draws a horizontal line. */
  rule(x: number, y: number, width: number): void
  /** Breaks the text into lines of at most this width. */
  wrapped(text: string, width: number, size?: number): string[]
  /** The finished file. */
  finish(title: string): Buffer
}

const usualSize = 10

const font = readFont(new URL('noto-sans.ttf', import.meta.url))
// Compressed once: it is most of each document and always the same.
const fontFile = deflateSync(font.bytes)

const widthOf = (text: string, size: number) =>
  (Array.from(text).reduce((sum, character) => sum + font.widthOf(font.glyphOf(character)), 0) *
    size) /
  1000

export function openSheet(): Sheet {
  let page: string[] = []
  const pages = [page]
  const used = new Map<number, string>()

  const draw = (operation: string) => void page.push(operation)

  function encoded(text: string) {
    const glyphs = Array.from(text, (character) => {
      const glyph = font.glyphOf(character)
      used.set(glyph, glyph === 0 ? '\uFFFD' : character)
      return hex(glyph)
    })
    return `<${glyphs.join('')}>`
  }

  return {
    nextPage() {
      page = []
      pages.push(page)
    },
    eachPage(drawOne) {
      for (const [index, each] of pages.entries()) {
        page = each
        drawOne(index + 1, pages.length)
      }
    },
    text(x, y, text, { align = 'start', size = usualSize, isBold = false } = {}) {
      const left = align === 'end' ? x - widthOf(text, size) : x
      // Bold is drawn as an outline in the same colour: a second font would double the file.
      const weight = isBold ? `2 Tr ${(size / 32).toFixed(2)} w` : '0 Tr'
      draw(
        `BT ${weight} /F1 ${size} Tf ${left.toFixed(2)} ${paper.height - y} Td ${encoded(text)} Tj ET`,
      )
    },
    rule(x, y, width) {
      draw(`0.5 w ${x} ${paper.height - y} m ${x + width} ${paper.height - y} l S`)
    },
    wrapped: (text, width, size = usualSize) =>
      text.split('\n').flatMap((line) => wrappedLine(line, width, size)),
    finish: (title) =>
      write(
        title,
        pages.map((operations) => operations.join('\n')),
        used,
      ),
  }
}

/** Breaks between words, and inside a word that is wider than the line. */
function wrappedLine(line: string, width: number, size: number): string[] {
  const lines: string[] = ['']
  for (const word of line.split(/\s+/)) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
    if (widthOf(longer, size) <= width) {
      lines[lines.length - 1] = longer
      continue
    }
    if (lines.at(-1) !== '') lines.push('')
    for (const character of word) {
      if (widthOf(lines.at(-1) + character, size) > width) lines.push('')
      lines[lines.length - 1] += character
    }
  }
  return lines
}

const hex = (number: number) => number.toString(16).padStart(4, '0')

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** A text string outside of a page, in hexadecimal, so that no character can end it. */
const string = (text: string) => `<feff${utf16(text)}>`

/** The objects before those of the pages, of which each has two. */
const fixedObjects = 8

/** A PDF: its objects and the table of their offsets. */
function write(
  title: string,
  contents: readonly string[],
  used: ReadonlyMap<number, string>,
): Buffer {
  const glyphs = [...used.keys()].toSorted((one, other) => one - other)
  const widths = glyphs.map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ')
  const name = 'NotoSans'
  const pageIds = contents.map((_, index) => fixedObjects + 1 + 2 * index)
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} >>`,
    `<< /Title ${string(title)} >>`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H
       /DescendantFonts [5 0 R] /ToUnicode 8 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /FontDescriptor 6 0 R /W [${widths}]
       /CIDToGIDMap /Identity
       /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.join(' ')}]
       /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent}
       /StemV 80 /FontFile2 7 0 R >>`,
    stream(fontFile, `/Length1 ${font.bytes.length}`),
    stream(deflateSync(unicodeMap(glyphs, used))),
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${paper.width} ${paper.height}]
       /Resources << /Font << /F1 4 0 R >> >> /Contents ${(pageIds[index] ?? 0) + 1} 0 R >>`,
      stream(deflateSync(content)),
    ]),
  ])
}

const stream = (bytes: Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`<< /Filter /FlateDecode /Length ${bytes.length} ${more} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

/** Maps glyphs to characters, for search and copy; a block has at most a hundred entries. */
function unicodeMap(glyphs: readonly number[], used: ReadonlyMap<number, string>): string {
  const blocks: string[] = []
  for (let start = 0; start < glyphs.length; start += 100) {
    const lines = glyphs
      .slice(start, start + 100)
      .map((glyph) => `<${hex(glyph)}> <${utf16(used.get(glyph) ?? '')}>`)
    blocks.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Used def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

/** Concatenates the numbered objects and adds the table of their offsets. */
function assembled(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\u00E2\u00E3\n', 'latin1')]
  const starts: number[] = []
  let length = parts[0]?.length ?? 0
  objects.forEach((object, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object) : object,
      Buffer.from('\nendobj\n'),
    ])
    starts.push(length)
    length += part.length
    parts.push(part)
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  parts.push(
    Buffer.from(`xref
0 ${objects.length + 1}
0000000000 65535 f 
${entries.join('')}trailer
<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>
startxref
${length}
%%EOF
`),
  )
  return Buffer.concat(parts)
}
