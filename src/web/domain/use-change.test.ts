import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { manageSearch } from '#contract/manage-search.ts'
import { users } from '#contract/users.ts'
import { read } from '#web/lib/api/api.ts'
import type { call } from '#web/lib/api/api.ts'
import { useChange } from './use-change.ts'

const reads = {
  page: read(manageSearch.synonyms, { query: { page: 2 } }).queryKey,
  count: read(manageSearch.count, { query: { q: 'lamp' } }).queryKey,
  accounts: read(users.list, { query: {} }).queryKey,
  role: read(users.isAdmin, { params: { email: 'ada@shop.example' } }).queryKey,
}

let client = new QueryClient()
let answer = new Response('{}')

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(reads.page, [])
  client.setQueryData(reads.count, { count: 0, isCapped: false })
  client.setQueryData(reads.accounts, [])
  client.setQueryData(reads.role, { admin: true })
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
})

function changeSynonyms() {
  let change: typeof call | undefined
  const Page = () => {
    change = useChange('synonyms')
    return null
  }
  const page = createElement(Page)
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  return change?.(manageSearch.remove, { params: { id: crypto.randomUUID() } })
}

const refusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: code, code, title: code, status }), { status })

const staleReads = () =>
  Object.entries(reads)
    .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
    .map(([name]) => name)

test('a change reads every page and count of its subjects again, and nothing else', async () => {
  answer = new Response(JSON.stringify({ deletedCount: 1 }))
  await changeSynonyms()
  expect(staleReads()).toEqual(['page', 'count'])
})

test('a refused change reads them again too, and one that is forbidden the role of the account', async () => {
  answer = refusal('changed-meanwhile', 409)
  await expect(changeSynonyms()).rejects.toThrow()
  await expect.poll(staleReads).toEqual(['page', 'count'])
  answer = refusal('forbidden', 403)
  await expect(changeSynonyms()).rejects.toThrow()
  await expect.poll(staleReads).toEqual(['page', 'count', 'role'])
})

test('a first read that began before a change does not show what was true then', async () => {
  const answers = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]!.promise)
  const queryKey = read(manageSearch.synonyms, { query: { q: 'lamp' } }).queryKey
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => {})
  onTestFinished(stop)
  answer = new Response(JSON.stringify({ deletedCount: 1 }))
  const change = changeSynonyms()
  await expect.poll(() => queryFn.mock.calls.length).toBe(2)
  answers[0]!.resolve(['before'])
  answers[1]!.resolve(['after'])
  await change
  expect(observer.getCurrentResult().data).toEqual(['after'])
})
