import { expect, test } from 'vitest'
import { networksOf, rateLimitKey } from './rate-limit-key.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['198.51.100.7:4431', '198.51.100.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['what a careless proxy passes on', 'unknown'],
])('%s has the key %s', (address, caller) => {
  expect(rateLimitKey(address)).toBe(caller)
})

/** @shows asvs-2.4.1 */
test('an IPv6 address counts with its /56 and /48 too, which may use more', () => {
  expect(networksOf('2001:db8:1:2a3:4::6')).toEqual([
    { key: '2001:db8:1:2a3::/64', times: 1 },
    { key: '2001:db8:1:200::/56', times: 4 },
    { key: '2001:db8:1::/48', times: 16 },
  ])
  expect(networksOf('::ffff:203.0.113.9')).toEqual([{ key: '203.0.113.9', times: 1 }])
})
