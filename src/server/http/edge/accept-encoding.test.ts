import { expect, test } from 'vitest'
import { acceptedEncoding } from './accept-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=1.0', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0.000', undefined],
  ['gzip;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0 , gzip ; q=0.1', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0, *', undefined],
  ['identity', undefined],
  ['identity, br;q=0.5', undefined],
  ['identity;q=0.5, br', 'br'],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0, gzip', 'gzip'],
  ['deflate, zstd', undefined],
  ['brotli, xgzip, x-br', undefined],
  ['br;q=high, gzip', 'gzip'],
  ['br;q=2', undefined],
  ['br;q=-1', undefined],
  ['br;level=1', undefined],
  [',,;q=1,', undefined],
])('Accept-Encoding: %s gets %s', (header, coding) => {
  expect(acceptedEncoding(header).coding).toBe(coding)
})

test.each([
  ['identity;q=0, gzip', true],
  ['*;q=0, gzip', true],
  ['*;q=0, identity', false],
  ['gzip', false],
])('%s refuses a plain body: %s', (header, refusesPlain) => {
  expect(acceptedEncoding(header).refusesPlain).toBe(refusesPlain)
})
