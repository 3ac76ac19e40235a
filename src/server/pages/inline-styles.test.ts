import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineStyles } from './inline-styles.ts'

const page = (styles: string) => `<head><link rel="icon" href="/i.svg">${styles}</head>`
const link = '<link rel="stylesheet" crossorigin href="/assets/frame.css">'

test('style sheets are inlined, and the policy has their hashes', () => {
  const css = "a::before { content: '$&' }"
  const { document, hashes } = inlineStyles(page(link), (address) =>
    address === '/assets/frame.css' ? css : 'another one',
  )
  expect(document).toBe(page(`<style>${css}</style>`))
  expect(hashes).toEqual([`'sha256-${createHash('sha256').update(css).digest('base64')}'`])
})

test('refuses a style sheet that closes its element', () => {
  expect(() => inlineStyles(page(link), () => 'a { } </STYLE><script>')).toThrow('frame.css')
})
