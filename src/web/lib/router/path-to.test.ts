import { expect, test } from 'vitest'
import * as pathTo from './path-to.ts'
import { matchRoutes } from './routes.ts'

const routes = [{ path: pathTo.order(':id') }, { path: pathTo.productTab(':id', 'fits') }]

test.each(['7f801122', 'a/b', 'a b?c#d', 'ä%', ':id'])('a route gets %s from its path', (id) => {
  expect(matchRoutes(routes, pathTo.order(id)).params).toEqual({ id })
  expect(matchRoutes(routes, pathTo.productTab(id, 'fits')).params).toEqual({ id })
})

test('parameters are encoded', () => {
  expect(pathTo.payment('a/b?c')).toBe('/dashboard/payment/a%2Fb%3Fc')
  expect(pathTo.ask('a & b')).toBe('/contact?about=a+%26+b#write')
  expect(pathTo.ask()).toBe('/contact#write')
})
