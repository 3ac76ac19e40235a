import { type Query, QueryClient } from '@tanstack/react-query'
import type { Access } from '#contract/shared/endpoint.ts'
import { type Answer, pageOf, send, sendForPage } from '#web/lib/http/http.ts'
import { ApiError } from '#web/lib/http/problems.ts'
import { currentSession, subscribeToSession } from '#web/lib/session/session-store.ts'
import { signed } from '#web/lib/api/authenticated-request.ts'

interface ReadMeta extends Record<string, unknown> {
  address: string
  access: Access
  anonymous: boolean
  /** Whether it is a list read page by page; then each page has its own address. */
  paged?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta
  }
}

const retryAfterMs = [500, 2_000]
const staleMs = 30_000

/** The browser's query client: reads go to our own server. */
export const browserQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, pageParam, signal }) => fetchRead(meta, pageParam, signal),
        staleTime: staleMs,
        // Offline, a read fails and offers another try instead of waiting without an end.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < retryAfterMs.length && isWorthRepeating(error),
        retryDelay: (failures) => retryAfterMs[failures] ?? staleMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** The query client of one page that is rendered on the server: `get` reaches the API. */
export const serverQueryClient = (get: (address: string) => Promise<Answer>) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ meta, pageParam }) => {
          const found = await get(addressIn(meta, pageParam))
          return meta?.paged ? pageOf(found) : found.answer
        },
        staleTime: Infinity,
        retry: false,
      },
    },
  })

/** Drops what one account has read when another one, or nobody, takes its place. */
export function forgetOtherAccounts(client: QueryClient) {
  let reader = readerNow()
  subscribeToSession(() => {
    if (readerNow() === reader) return
    reader = readerNow()
    if (reader) void client.resetQueries({ predicate: isPrivate })
    else client.removeQueries({ predicate: isPrivate })
  })
}

/** A verified e-mail changes what an account may see. */
function readerNow() {
  const { account } = currentSession()
  return account && `${account.email} ${account.verified}`
}

const isPrivate = ({ meta }: Query) => meta?.access !== 'public'

function fetchRead(meta: ReadMeta | undefined, pageParam: unknown, signal: AbortSignal) {
  const message = { method: 'GET', address: addressIn(meta, pageParam), signal } as const
  const ask = meta?.paged ? sendForPage : send
  return meta?.anonymous ? ask(message) : signed((bearer) => ask({ ...message, bearer }))
}

function addressIn(meta: ReadMeta | undefined, pageParam: unknown) {
  if (!meta) throw new Error('A query without a read() needs its own queryFn')
  return typeof pageParam === 'string' ? pageParam : meta.address
}

const isWorthRepeating = (error: Error) => !(error instanceof ApiError && error.status < 500)
