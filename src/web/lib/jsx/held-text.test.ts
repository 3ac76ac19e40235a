import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Fragment, jsx, jsxs } from './jsx-runtime.ts'

const html = renderToStaticMarkup
const Component = () => null
const icon = jsx('i', {})

/** @shows row-189 */
test('texts and numbers alone are one text', () => {
  const { props } = jsxs('dt', { children: [20, ' × ', '$68.00', 0] })
  expect(props).toEqual({ children: '20 × $68.000' })
})

/** @shows row-189 */
test('a text beside anything else has an element of its own, whether the other is there or not', () => {
  const button = (isBusy: boolean) => jsxs('button', { children: [isBusy && icon, 'Pay ', '$5'] })
  expect(html(button(true))).toBe('<button><i></i><span>Pay $5</span></button>')
  expect(html(button(false))).toBe('<button><span>Pay $5</span></button>')
  expect(html(jsxs('p', { children: ['a', icon, 'b', ' ', icon, undefined, ''] }))).toBe(
    '<p><span>a</span><i></i><span>b </span><i></i></p>',
  )
})

/** @shows row-189 */
test('React keeps an element beside a text that comes and goes', () => {
  const placesOf = (text: string | undefined) =>
    (jsxs('p', { children: [text, ' units', icon] }).props as { children: unknown[] }).children
  expect(placesOf('20').indexOf(icon)).toBe(2)
  expect(placesOf(undefined).indexOf(icon)).toBe(2)
})

/** @shows row-189 */
test('texts of a fragment and of lists in lists are in elements', () => {
  expect(html(jsx(Fragment, { children: 'Choose your car' }))).toBe('<span>Choose your car</span>')
  expect(html(jsxs('p', { children: [icon, ['a', 1, icon]] }))).toBe(
    '<p><i></i><span>a1</span><i></i></p>',
  )
})

/** @shows row-189 */
test('an option and a title have no elements', () => {
  for (const type of ['option', 'title'] as const) {
    const { props } = jsxs(type, { children: ['No ', false, 'warranty', undefined] })
    expect(props).toEqual({ children: 'No warranty' })
  }
})

test('a lone text, elements alone and the children of a component stay as they are', () => {
  const children = ['a', icon]

  expect(jsx('p', { children: 'a' }).props).toEqual({ children: 'a' })
  expect(jsx('p', {}).props).toEqual({})
  expect((jsxs('p', { children: [icon, icon] }).props as { children: unknown }).children).toEqual([
    icon,
    icon,
  ])
  expect((jsxs(Component, { children }).props as { children: unknown }).children).toBe(children)
})
