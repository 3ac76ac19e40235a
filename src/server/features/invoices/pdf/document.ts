import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { fontFile } from './fonts/fonts.ts'
import { clusters, runsOf } from './runs.ts'
import { drawLine, keepCharacters } from './text-object.ts'

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
  /** Begins another page. Meanwhile others have their turn. */
  nextPage(): Promise<void>
  /** Draws on every page, once there are all. */
  eachPage(draw: (page: number, pages: number) => void): void
  text(x: number, y: number, text: string, look?: TextLook): void
  /** Draws a horizontal line. */
  rule(x: number, y: number, width: number): void
  /** Breaks the text into lines of at most this width. */
  wrapped(text: string, width: number, size?: number): string[]
  /** The finished file. */
  finish(title: string): Promise<Buffer>
}

const usualSize = 10

export function openSheet(): Sheet {
  const document = new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    font: '',
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve).on('error', reject)
  })
  const registered = new Set<number>()

  /** Chooses a font, which becomes part of the document with its first text. */
  function choose(font: number, size: number) {
    const isNew = !registered.has(font)
    if (isNew) document.registerFont(String(font), fontFile(font))
    registered.add(font)
    document.font(String(font)).fontSize(size)
    if (isNew) keepCharacters(document)
  }

  function widthOf(text: string, size: number): number {
    return runsOf(text).reduce((sum, run) => {
      choose(run.font, size)
      return sum + document.widthOfString(run.text)
    }, 0)
  }

  return {
    async nextPage() {
      await setImmediate()
      document.addPage()
    },
    eachPage(draw) {
      const { count } = document.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        document.switchToPage(page)
        draw(page + 1, count)
      }
    },
    text(x, y, text, { align = 'start', size = usualSize, isBold = false } = {}) {
      const left = align === 'end' ? x - widthOf(text, size) : x
      drawLine(document, [left, y], text, { size, isBold }, choose)
    },
    rule(x, y, width) {
      document
        .lineWidth(0.5)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    },
    wrapped: (text, width, size = usualSize) =>
      text.split('\n').flatMap((line) => wrappedLine(line, width, (part) => widthOf(part, size))),
    async finish(title) {
      document.info.Title = title
      document.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/** Breaks between words, and inside a word that is wider than the line. */
function wrappedLine(line: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(line) <= width) return [line.trim().replaceAll(/\s+/g, ' ')]
  const lines: string[] = ['']
  for (const word of line.split(/\s+/)) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
    if (widthOf(longer) <= width) {
      lines[lines.length - 1] = longer
      continue
    }
    if (lines.at(-1) !== '') lines.push('')
    for (const cluster of clusters(word)) {
      if (widthOf(lines.at(-1) + cluster) > width) lines.push('')
      lines[lines.length - 1] += cluster
    }
  }
  return lines
}
