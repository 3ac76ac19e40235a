import { expect, test } from 'vitest'
import { ShopPage } from '#contract/shop-pages.ts'
import { parseMarkdown } from './parse-markdown.ts'

const parse = (text: string) => ShopPage.parse(parseMarkdown(text, 'Terms'))
const blocks = (text: string) => parse(text).blocks

test('the first heading is the title, others are headings below it', () => {
  expect(parse('# Our *terms*\n\n# Prices\n\n##### Small')).toEqual({
    title: 'Our terms',
    blocks: [
      { kind: 'heading', level: 2, runs: [{ text: 'Prices' }] },
      { kind: 'heading', level: 4, runs: [{ text: 'Small' }] },
    ],
  })
  expect(parse('No heading').title).toBe('Terms')
})

test('paragraphs have their styles', () => {
  expect(blocks('a **b *c*** `d` &amp; [e](/products)\nf  \ng')).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { text: 'a ' },
        { text: 'b ', strong: true },
        { text: 'c', strong: true, emphasis: true },
        { text: ' ' },
        { text: 'd', code: true },
        { text: ' & ' },
        { text: 'e', href: '/products' },
        { text: ' ' },
        { text: 'f' },
        { text: '\n' },
        { text: 'g' },
      ],
    },
  ])
})

test('lists may be nested, and an item may have two paragraphs', () => {
  expect(blocks('1. one\n   - two\n\n   more\n2. three')).toEqual([
    {
      kind: 'list',
      isOrdered: true,
      items: [
        { level: 1, runs: [{ text: 'one' }] },
        { level: 2, runs: [{ text: 'two' }, { text: '\n' }, { text: 'more' }] },
        { level: 1, runs: [{ text: 'three' }] },
      ],
    },
  ])
})

test('tables, quotes and code are blocks of their own', () => {
  expect(blocks('| a | b |\n|---|---|\n| c |  |\n\n> d\n\n```\ne\n```')).toEqual([
    { kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: 'c' }], []]] },
    { kind: 'quote', runs: [{ text: 'd' }] },
    { kind: 'code', text: 'e\n' },
  ])
})

/** @shows row-96 */
test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="alert(1)">b</b>',
  '<!-- hidden -->',
])('HTML is text: %s', (html) => {
  const [block] = blocks(html)
  const { runs } = block as { runs: { text: string }[] }
  expect(runs.map(({ text }) => text).join('')).toBe(html)
})

/** @shows row-96, asvs-1.2.2 */
test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#x0A;script:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  'ftp://parts.example',
])('a link to %s is text only', (href) => {
  expect(JSON.stringify(blocks(`[a](<${href}>) ![b](${href})`))).not.toContain('href')
})

test.each([
  'https://parts.example/?a=b',
  '/products#top',
  '#prices',
  'mailto:a@parts.example',
  'tel:+15550100',
])('a link to %s is kept', (href) => {
  expect(blocks(`[a](${href})`)).toEqual([{ kind: 'paragraph', runs: [{ text: 'a', href }] }])
})

test('any text is a page', () => {
  for (const text of [
    '',
    '\0',
    '# \n- \n  1. \n> \n| |\n',
    '*'.repeat(5_000),
    '['.repeat(5_000),
    '> '.repeat(500),
  ]) {
    expect(parse(text).title).toEqual(expect.any(String))
  }
})
