import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineStyles, sheetLinks } from './inline-styles.ts'

const page = (styles: string) => `<head><link rel="icon" href="/i.svg">${styles}</head>`
const link = '<link rel="stylesheet" crossorigin href="/assets/frame.css">'

test('style sheets are inlined, the policy has their hashes, and their addresses stay in the document', () => {
  const css = "a::before { content: '$&' }"
  const { document, hashes } = inlineStyles(page(link), (address) =>
    address === '/assets/frame.css' ? css : 'another one',
  )
  expect(document).toBe(
    page(`<link rel="stylesheet" href="/assets/frame.css" disabled><style>${css}</style>`),
  )
  expect(hashes).toEqual([`'sha256-${createHash('sha256').update(css).digest('base64')}'`])
})

test('refuses a style sheet that closes its element', () => {
  expect(() => inlineStyles(page(link), () => 'a { } </STYLE><script>')).toThrow('frame.css')
})

test('the sheets of a file are its own and those of its imports, without those of the document', () => {
  const manifest = {
    'frame.js': { name: 'frame', css: ['assets/frame.css'] },
    'gallery.js': { name: 'gallery', css: ['assets/gallery.css'], imports: ['frame.js'] },
    'part.js': { name: 'part', css: ['assets/part.css'], imports: ['gallery.js', 'frame.js'] },
  }
  expect(sheetLinks(manifest, 'part', page(link))).toBe(
    '<link rel="stylesheet" href="/assets/part.css"><link rel="stylesheet" href="/assets/gallery.css">',
  )
})

test('refuses a build without the file or its sheet', () => {
  const manifest = { 'part.js': { name: 'part', imports: ['frame.js'] } }
  expect(() => sheetLinks(manifest, 'parts', page(link))).toThrow('no file parts')
  expect(() => sheetLinks(manifest, 'part', page(link))).toThrow('part of the build has no style')
})
