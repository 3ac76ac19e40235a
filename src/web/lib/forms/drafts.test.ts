import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetDrafts, forgetDraftsOfOthers, readDraft, writeDraft } from './drafts.ts'

const stored = new Map<string, string>()
const session = { email: '' }

/** As the shop issues it: the claims are its middle part. */
const token = () => ['', btoa(JSON.stringify({ email: session.email, exp: 1 })), ''].join('.')

beforeEach(() => {
  stored.clear()
  session.email = ''
  vi.stubGlobal('localStorage', { getItem: () => (session.email === '' ? null : token()) })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

const storedText = () => [...stored.values()].join('')

test('each form has its own draft', () => {
  writeDraft('review', { title: 'Fits' })
  writeDraft('contact', { message: 'Hello' })
  writeDraft('review', { title: 'Fits well' })
  expect([readDraft('review'), readDraft('contact')]).toEqual([
    { title: 'Fits well' },
    { message: 'Hello' },
  ])
})

test('an empty draft is removed', () => {
  writeDraft('review', { title: 'Fits' })
  writeDraft('review', { title: '' })
  expect(storedText()).not.toContain('review')
})

/** @shows row-221 */
describe('a draft belongs to its account', () => {
  beforeEach(() => {
    session.email = 'mia@shop.example'
    writeDraft('address', { street: '1 Test Street' })
    session.email = ''
  })

  test('it is kept through the end of the session', () => {
    expect(readDraft('address')).toEqual({})
    session.email = 'mia@shop.example'
    expect(readDraft('address')).toEqual({ street: '1 Test Street' })
  })

  test('another account never sees it, and it is gone', () => {
    session.email = 'tom@shop.example'
    expect(readDraft('address')).toEqual({})
    forgetDraftsOfOthers()
    expect(storedText()).not.toContain('Test Street')
    session.email = 'mia@shop.example'
    expect(readDraft('address')).toEqual({})
  })

  test('all are cleared together', () => {
    forgetDrafts()
    expect(storedText()).not.toContain('Test Street')
  })

  test('a visitor in between leaves it as it is', () => {
    forgetDraftsOfOthers()
    writeDraft('contact', { message: 'Hello' })
    session.email = 'mia@shop.example'
    expect(readDraft('address')).toEqual({ street: '1 Test Street' })
  })
})

/** @shows row-221 */
test('what a visitor typed is there after the sign-in, for the first account only', () => {
  writeDraft('contact', { message: 'Hello' })
  session.email = 'mia@shop.example'
  forgetDraftsOfOthers()
  expect(readDraft('contact')).toEqual({ message: 'Hello' })
  writeDraft('contact', {})
  expect(readDraft('contact')).toEqual({})
  session.email = 'tom@shop.example'
  expect(readDraft('contact')).toEqual({})
})

test('drafts of a version before are left behind', () => {
  stored.set('drafts', JSON.stringify({ review: { title: 'Fits' } }))
  expect(readDraft('review')).toEqual({})
  writeDraft('review', { title: 'Fits well' })
  expect(readDraft('review')).toEqual({ title: 'Fits well' })
})

test('blocked storage keeps drafts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined)
  writeDraft('review', { title: 'Fits' })
  expect(readDraft('review')).toEqual({ title: 'Fits' })
  forgetDrafts()
  expect(readDraft('review')).toEqual({})
})
