import { type Query, QueryClient } from '@tanstack/react-query'
import type { Access } from '#contract/shared/endpoint.ts'
import { type Answer, toPage, send, sendForPage } from '#web/lib/http/http.ts'
import { ApiError } from '#web/lib/http/problems.ts'
import { currentSession, subscribeToSession } from '#web/lib/session/session-store.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

interface ReadMeta extends Record<string, unknown> {
  url: string
  access: Access
  anonymous: boolean
  /** Whether the page is private: what the server reads for browsers without scripts is not passed to others. */
  isPrivatePage?: boolean
  /** Whether it is an infinite query, whose pages have URLs of their own. */
  paged?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta
  }
}

const retryAfterMs = [500, 2_000]
const staleMs = 30_000

/** Query client of the browser. */
export const browserQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, pageParam, signal }) => fetchRead(meta, pageParam, signal),
        staleTime: staleMs,
        // Offline reads fail and offer a retry instead of pausing.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < retryAfterMs.length && isRetryable(error),
        retryDelay: (failures) => retryAfterMs[failures] ?? staleMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** Query client of one server-rendered page; `get` calls the API. */
export const serverQueryClient = (get: (address: string) => Promise<Answer>) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ meta, pageParam }) => {
          const found = await get(pageUrl(meta, pageParam))
          return meta?.paged ? toPage(found) : found.answer
        },
        staleTime: Infinity,
        retry: false,
      },
    },
  })

/** Clears private reads when the session changes to another account or ends. */
export function clearReadsOnAccountChange(client: QueryClient) {
  let reader = currentReader()
  subscribeToSession(() => {
    if (currentReader() === reader) return
    reader = currentReader()
    if (reader) void client.resetQueries({ predicate: isPrivate })
    else client.removeQueries({ predicate: isPrivate })
  })
}

/** Verification changes what an account may read. */
function currentReader() {
  const { account } = currentSession()
  return account && `${account.email} ${account.verified}`
}

const isPrivate = ({ meta }: Query) => meta?.access !== 'public'

function fetchRead(meta: ReadMeta | undefined, pageParam: unknown, signal: AbortSignal) {
  const message = { method: 'GET', url: pageUrl(meta, pageParam), signal } as const
  const ask = meta?.paged ? sendForPage : send
  return meta?.anonymous
    ? ask(message)
    : authenticatedRequest((bearer) => ask({ ...message, bearer }))
}

function pageUrl(meta: ReadMeta | undefined, pageParam: unknown) {
  if (!meta) throw new Error('A query without a read() needs its own queryFn')
  return typeof pageParam === 'string' ? pageParam : meta.url
}

const isRetryable = (error: Error) => !(error instanceof ApiError && error.status < 500)
