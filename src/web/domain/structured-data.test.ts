import { expect, test } from 'vitest'
import { breadcrumbs, graph, organization } from './structured-data.ts'

const origin = 'https://shop.example'

test('opening hours have the schema.org format', () => {
  expect(organization(origin)['openingHours']).toEqual(['Mo-Fr 08:00-20:00', 'Sa-Su 09:00-18:00'])
})

test('breadcrumbs start at the home page', () => {
  const { '@graph': things } = graph(breadcrumbs(origin, { name: 'About', path: '/about' }))
  expect(things[0]?.['itemListElement']).toMatchObject([
    { position: 1, item: `${origin}/` },
    { position: 2, name: 'About', item: `${origin}/about` },
  ])
})
