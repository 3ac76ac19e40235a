import type { Endpoint } from '#contract/shared/endpoint.ts'
import { parseQuery } from '../parse-request.ts'

/** What a public endpoint answers, and its `Link` header. */
interface PublicAnswer {
  answer: unknown
  link: string
}

type Answer = (url: string, query: unknown) => Promise<PublicAnswer>

/** The public endpoints that pages read while they are rendered, as functions instead of HTTP requests. */
export interface PublicAnswers {
  add(e: Endpoint, answer: Answer): void
  /** `url` is path and query, as `/api/products?limit=6`. Throws what the endpoint refuses with. */
  read(url: string): Promise<PublicAnswer>
}

export function createPublicAnswers(): PublicAnswers {
  const known = new Map<string, { e: Endpoint; answer: Answer }>()
  return {
    add: (e, answer) => void known.set(`/api${e.path}`, { e, answer }),
    async read(url) {
      const { pathname, searchParams } = new URL(url, 'http://shop')
      const found = known.get(pathname)
      if (!found) throw new Error(`${pathname} is not an endpoint for pages`)
      return found.answer(url, parseQuery(found.e, Object.fromEntries(searchParams)))
    },
  }
}
