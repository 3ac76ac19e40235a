import { inflateSync } from 'node:zlib'

/** The texts of all pages of a PDF from the shop, as a program reads or searches them, in the order of drawing. */
export function textOf(pdf: Buffer): string[] {
  const texts: string[] = []
  let marked: string | undefined
  let glyphs = ''
  for (const { begins, ends, actual, text } of operationsOf(pdf)) {
    if (begins) {
      marked = undefined
      glyphs = ''
    }
    if (ends) texts.push(marked ?? glyphs)
    marked ??= actual
    glyphs += text
  }
  return texts
}

/** The texts by their glyphs alone, and whether each character has one. */
export function drawnText(pdf: Buffer) {
  const drawn = operationsOf(pdf)
  return {
    text: drawn.map(({ text }) => text).join(''),
    isComplete: drawn.every(({ glyphs }) => !glyphs.includes('0000')),
  }
}

interface Operation {
  /** Whether a line of text begins or ends. */
  begins: boolean
  ends: boolean
  /** The text of a marked part that begins. */
  actual?: string
  glyphs: readonly string[]
  text: string
}

const operation =
  /\/ActualText <feff([\da-f]*)> >> BDC|^(BT)|^(ET)$|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gm

function operationsOf(pdf: Buffer): Operation[] {
  const { fonts, contents } = partsOf(pdf)
  let font = new Map<string, string>()
  return Array.from(contents.matchAll(operation), (found): Operation => {
    const [, actual, begins, ends, name, shown = ''] = found
    if (name !== undefined) font = fonts.get(name) ?? new Map()
    const glyphs = Array.from(shown.matchAll(/<([\da-f]*)>/g), ([, hex = '']) => hex)
      .join('')
      .match(/.{4}/g)
    return {
      begins: begins !== undefined,
      ends: ends !== undefined,
      ...(actual !== undefined && { actual: utf16(Buffer.from(actual, 'hex')) }),
      glyphs: glyphs ?? [],
      text: (glyphs ?? []).map((glyph) => font.get(glyph) ?? '\uFFFD').join(''),
    }
  })
}

/** The operators of all pages. */
export const contentsOf = (pdf: Buffer) => partsOf(pdf).contents

function partsOf(pdf: Buffer) {
  const objects = new Map(
    Array.from(pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g), (found) => [
      found[1] ?? '',
      found[2] ?? '',
    ]),
  )
  const fonts = new Map<string, Map<string, string>>()
  const contents: string[] = []
  for (const object of objects.values()) {
    for (const [, name = '', id = ''] of object.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? ''
      fonts.set(name, charactersOf(streamOf(objects.get(map) ?? '')))
    }
    if (/\/Type \/Page\n/.test(object)) {
      const id = /\/Contents (\d+) 0 R/.exec(object)?.[1] ?? ''
      contents.push(streamOf(objects.get(id) ?? ''))
    }
  }
  return { fonts, contents: contents.join('\n') }
}

function streamOf(object: string): string {
  const bytes = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1]
  return bytes === undefined ? '' : inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
}

/** The characters of each glyph. */
function charactersOf(map: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*)\]/g)) {
    for (const [index, [, hex = '']] of Array.from(list.matchAll(/<([\da-f ]*)>/g)).entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      characters.set(glyph, utf16(Buffer.from(hex.replaceAll(' ', ''), 'hex')))
    }
  }
  return characters
}

const utf16 = (bytes: Buffer) => bytes.swap16().toString('utf16le')
