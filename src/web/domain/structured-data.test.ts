import { expect, test } from 'vitest'
import { breadcrumbs, graph, organization } from './structured-data.ts'

const origin = 'https://shop.example'

test('the store tells its hours in the form search engines read', () => {
  expect(organization(origin)['openingHours']).toEqual(['Mo-Fr 08:00-20:00', 'Sa-Su 09:00-18:00'])
})

test('the way to a page begins at home', () => {
  const { '@graph': things } = graph(breadcrumbs(origin, { name: 'About', path: '/about' }))
  expect(things[0]?.['itemListElement']).toMatchObject([
    { position: 1, item: `${origin}/` },
    { position: 2, name: 'About', item: `${origin}/about` },
  ])
})
