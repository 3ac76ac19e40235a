import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseRefusal, problemDocument } from './errors.ts'

/** A driver error with this SQLSTATE. */
function refusedWith(code: string) {
  const error = new pg.DatabaseError('refused', 7, 'error')
  return databaseRefusal(Object.assign(error, { code }))
}

const systemError = (code: string) => databaseRefusal(Object.assign(new Error('failed'), { code }))

test.each([
  ['40001', 'a transaction that does not fit the others'],
  ['40P01', 'a deadlock'],
  ['55P03', 'a lock that was not given in time'],
  ['57014', 'a statement that took too long'],
  ['25P03', 'a transaction that did nothing for too long'],
  ['25006', 'a node that has become a standby'],
  ['08006', 'a connection that broke'],
  ['08P01', 'a connection that was not understood'],
  ['53100', 'a disk that is full'],
  ['53300', 'too many connections'],
  ['57P01', 'a database that shuts down'],
  ['57P03', 'a database that is starting'],
])('%s (%s) is a 503 with Retry-After', (code) => {
  const refusal = refusedWith(code)
  expect(refusal && problemDocument(refusal, 'request-1')).toMatchObject({
    code: 'unavailable',
    status: 503,
  })
  expect(refusal?.extra.headers).toEqual({ 'retry-after': '1' })
})

test.each(['ENOSPC', 'EROFS', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])(
  '%s of the system is not a bug either',
  (code) => {
    expect(systemError(code)).toMatchObject({
      code: 'unavailable',
      extra: { headers: { 'retry-after': '1' } },
    })
  },
)

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('a driver error without a code is a 503: %s', (message) => {
  expect(databaseRefusal(new Error(message))?.code).toBe('unavailable')
})

test('an invalid byte sequence is a 422', () => {
  expect(refusedWith('22021')?.code).toBe('invalid')
})

test.each(['23505', '23514', '42601', '42P01', '22P02', 'P0001', ''])(
  '%j is a bug, and stays one',
  (code) => {
    expect(refusedWith(code)).toBeUndefined()
  },
)

test('a thrown value that is not an error is a bug', () => {
  expect(databaseRefusal({ code: '40001' })).toBeUndefined()
})
