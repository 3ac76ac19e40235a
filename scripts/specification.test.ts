import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '../src/contract/index.ts'
import { specifiedMessages } from '../src/contract/shared/specified-messages.ts'
import { specifiedDashboard } from '../src/web/content/specified-dashboard.ts'
import { specifiedSignIn } from '../src/web/content/specified-sign-in.ts'
import { specifiedTexts } from '../src/web/content/specified-texts.ts'

const inOneLine = (text: string) => text.replaceAll(/\n +/g, '\n').replaceAll('\n', ' ')

const specification = inOneLine(readFileSync('docs/specification.md', 'utf8'))

interface Texts {
  [name: string]: string | ((value: never) => string) | Texts
}

const value = '\0'

/** Each text with its path. A value in a text is a NUL character. */
const flatten = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    if (typeof text === 'string') return [[path + name, text]]
    if (typeof text === 'function') return [[path + name, text(value as never)]]
    return flatten(text, `${path + name}.`)
  })

/** Whether the document quotes a text; a name in braces matches any value. */
function isQuoted(text: string) {
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return new RegExp(`'${escaped.replace(value, String.raw`\{\w+\}`)}'`).test(specification)
}

test.each([
  ...flatten(specifiedMessages),
  ...flatten(specifiedTexts),
  ...flatten(specifiedSignIn),
  ...flatten(specifiedDashboard),
])('the specification contains the text %s to the letter', (_, text) => {
  expect([text, isQuoted(text)]).toEqual([text, true])
})

const markers = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/\/\/ specification: '(.+)'/g),
    ([, quotation = '']) => [file, quotation] as const,
  ),
)

test.each(markers)('the quotation in %s is in the specification: %s', (_, quotation) => {
  expect(specification).toContain(quotation)
})

const calls = Array.from(
  specification.matchAll(/\| (GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+) +\|/g),
  ([, method, path]) => `${method} ${path}`,
)

test('the contract contains every call of the specification', () => {
  expect(calls).toHaveLength(21)
  expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(calls),
  )
})
