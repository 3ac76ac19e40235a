import type { Endpoint } from '#contract/shared/endpoint.ts'
import { IdParams } from '#contract/shared/fields.ts'
import { AppError } from '../../errors/errors.ts'
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
  /** For an endpoint with an id in its path. */
  addRow(e: Endpoint, load: (id: string) => Promise<unknown>): void
  /** `url` is path and query, as `/api/products?limit=6`. Throws what the endpoint refuses with. */
  read(url: string): Promise<PublicAnswer>
}

export function createPublicAnswers(): PublicAnswers {
  const known = new Map<string, { e: Endpoint; answer: Answer }>()
  const rows: { path: RegExp; load: (id: string) => Promise<unknown> }[] = []
  return {
    add: (e, answer) => void known.set(`/api${e.path}`, { e, answer }),
    addRow(e, load) {
      rows.push({ path: new RegExp(`^/api${e.path.replace('{id}', '([^/]*)')}$`), load })
    },
    async read(url) {
      const { pathname, searchParams } = new URL(url, 'http://shop')
      const found = known.get(pathname)
      if (found) return found.answer(url, parseQuery(found.e, Object.fromEntries(searchParams)))
      for (const { path, load } of rows) {
        const match = path.exec(pathname)
        if (!match) continue
        const id = IdParams.safeParse({ id: match[1] })
        if (!id.success) throw new AppError('not-found')
        return { answer: await load(id.data.id), link: '' }
      }
      throw new Error(`${pathname} is not an endpoint for pages`)
    },
  }
}
