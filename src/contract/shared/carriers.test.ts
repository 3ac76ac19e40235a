import { expect, test } from 'vitest'
import { carrierKeys, carriers, TrackingNumber, trackingText, trackingUrl } from './carriers.ts'

test('every carrier but others has a page, by https', () => {
  const pages = carrierKeys.flatMap((carrier) => trackingUrl({ carrier, number: 'A1-2' }) ?? [])
  expect(pages.filter((page) => /^https:\/\/[a-z.-]+\/[\w/?=&.-]*A1-2$/.test(page))).toHaveLength(
    carrierKeys.length - 1,
  )
})

test('a number that reached the database in another way cannot leave the carrier’s page', () => {
  expect(trackingUrl({ carrier: 'gls', number: '../../x?y=//evil.example#' })).toBe(
    'https://gls-group.eu/track/..%2F..%2Fx%3Fy%3D%2F%2Fevil.example%23',
  )
})

test.each([
  [' 1Z 999 ', '1Z999'],
  ['JD-0146', 'JD-0146'],
  ['', ''],
])('the spaces of a printed number are removed: %j', (typed, number) => {
  expect(TrackingNumber.parse(typed)).toBe(number)
})

test('a shipment is named by its carrier and number', () => {
  expect(trackingText({ carrier: 'fedex', number: '1234' })).toBe('FedEx 1234')
  expect(trackingText({ carrier: 'dpd' })).toBe(carriers.dpd.name)
  expect(trackingText({ carrier: 'other', number: 'X1' })).toBe('X1')
})
