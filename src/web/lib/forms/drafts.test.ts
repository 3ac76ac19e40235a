import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, readDraft, writeDraft } from './drafts.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

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
  expect([...stored.values()].join()).toBe('{}')
})

test('all drafts are cleared together', () => {
  writeDraft('review', { title: 'Fits' })
  forgetDrafts()
  expect(readDraft('review')).toEqual({})
})

test('blocked storage disables drafts without errors', () => {
  vi.stubGlobal('sessionStorage', undefined)
  writeDraft('review', { title: 'Fits' })
  expect(readDraft('review')).toEqual({})
})
