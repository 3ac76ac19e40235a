import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SocialLink } from '#web/content/shop.ts'
import { SocialLinks } from './social-links.tsx'

const render = (links: readonly SocialLink[]) =>
  renderToStaticMarkup(createElement(SocialLinks, { links }))

/** @shows row-3, row-104 */
test('the footer has icons of the social pages that the owner has set, and of no others', () => {
  const href = 'https://www.youtube.com/@autoparts'
  const html = render([{ name: 'YouTube', href }])
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toContain(`href="${href}" aria-label="YouTube"`)
  expect(render([])).toBe('')
})
