import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { requestOf } from '../../src/server/testing/authorisation/requests.ts'
import { rules } from '../../src/server/testing/authorisation/rules.ts'
import type { ObjectKind, Rule } from '../../src/server/testing/authorisation/rules.ts'
import { createTargets } from '../../src/server/testing/authorisation/targets.ts'
import type { TestShop, TestUser } from '../../src/server/testing/shop.ts'
import type { NodeResponse, Node } from './node.ts'

/** A running version of the shop and its calls, by method and path. */
export interface Version {
  node: Node
  endpoints: ReadonlyMap<string, Endpoint>
}

export const callsOf = (endpoints: readonly Endpoint[]) =>
  new Map(endpoints.map((e) => [`${e.method} ${e.path}`, e]))

interface Read {
  token: string
  params: Record<string, string | number>
  query: Record<string, string>
}

interface Reading {
  shop: TestShop
  admin: TestUser
  /** Whose own lists are read. */
  people: readonly TestUser[]
  today: Version
  previous: Version
  /** Adds the objects that it reads, and reads none of those again: each write of this test is on a new object. */
  known: Set<string>
}

const pages = ['1', '2', '3', '4', '5']

/**
 * Reads every list and every new object from both versions, by each call that both have. Returns the number of
 * compared responses and their faults.
 */
export async function readEverything({ shop, admin, people, today, previous, known }: Reading) {
  const faults = new Set<string>()
  let count = 0
  const rowsRead = async (table: string): Promise<Read[]> => {
    const { rows } = await shop.database.pool.query<{ id: string }>(`select id from ${table}`)
    return rows.map(({ id }) => ({ token: admin.token, params: { id }, query: {} }))
  }
  const objects: Partial<Record<ObjectKind, Read[]>> = {
    account: people.map(({ token, email }) => ({ token, params: { email }, query: { email } })),
    product: await rowsRead('products'),
    'unpaid order': await rowsRead('orders'),
    'paid order': await rowsRead('orders'),
    'partly refunded order': await rowsRead('orders'),
    'checked import': await rowsRead('product_imports'),
  }
  const targets = createTargets(shop)
  /** An object of a kind whose rows are not all read. */
  const made = async (rule: Rule, kind: ObjectKind): Promise<Read> => {
    const target = await targets.of(kind, admin)
    const caller = { standing: 'admin', identity: 'nobody', person: admin } as const
    const query = requestOf(rule, caller, target).query as Record<string, string>
    return { token: admin.token, params: { ...target }, query }
  }
  const allByAdmin = [{ token: admin.token, params: {}, query: {} }]

  const readBoth = async (call: string, e: Endpoint, read: Read) => {
    const [now, before] = await Promise.all([
      send(today.node, e, read),
      send(previous.node, e, read),
    ])
    count += 1
    if (now.status !== before.status) {
      faults.add(`${call} responds with ${now.status}, in the last release with ${before.status}`)
    }
    if (now.status >= 500) faults.add(`${call} responds with ${now.status}`)
    const unknown = now.status === 200 && !e.file && unreadable(e, now)
    if (unknown) faults.add(`${call} responds with data unknown to the last release: ${unknown}`)
    return now
  }

  for (const rule of rules) {
    const { call, object } = rule
    const e = previous.endpoints.get(call)
    if (!call.startsWith('GET ') || !e || !today.endpoints.has(call)) continue
    const starts = object ? (objects[object] ?? [await made(rule, object)]) : allByAdmin
    if (starts.length === 0) throw new Error(`${call}: there is no ${object} to read`)
    for (const start of starts) {
      const key = `${call} ${JSON.stringify(start.params)}`
      if (object && known.has(key)) continue
      known.add(key)
      await readBoth(call, e, start)
      const fields = fieldsOf(e.query)
      const withQuery = (query: object) => ({ ...start, query: { ...start.query, ...query } })
      for (const tab of valuesOf(fields['tab'])) await readBoth(call, e, withQuery({ tab }))
      if (!fields['page']) continue
      let last: NodeResponse | undefined
      for (const page of pages) {
        last = await readBoth(call, e, withQuery({ page, limit: '100' }))
        if (isLast(last)) break
      }
      if (last && !isLast(last)) faults.add(`${call} has pages not read here`)
    }
  }
  return { faults: [...faults], count }
}

const send = (node: Node, e: Endpoint, { token, params, query }: Read) =>
  node.send({
    url: `/api${pathOf(e, params)}`,
    query,
    headers: { authorization: `Bearer ${token}` },
  })

/** Whether no page of a list follows. */
const isLast = ({ status, body }: NodeResponse) =>
  status !== 200 || body === '[]' || JSON.parse(body).hasMore === false

/** The reason why the schema of a call refuses a response. */
function unreadable(e: Endpoint, { body }: NodeResponse): string | undefined {
  const issue = e.response.safeParse(JSON.parse(body)).error?.issues[0]
  const field = issue?.path.filter((key) => typeof key === 'string').join('.')
  return issue && `${field}: ${issue.message}`
}

type Fields = Record<string, z.core.$ZodType | undefined>

const fieldsOf = (schema: z.core.$ZodType | undefined): Fields =>
  (schema?._zod.def as { shape?: Fields } | undefined)?.shape ?? {}

/** The values of an optional enumeration. */
function valuesOf(schema: z.core.$ZodType | undefined): string[] {
  const optional = schema?._zod.def as { innerType?: z.core.$ZodType } | undefined
  const enumeration = optional?.innerType?._zod.def as
    | { entries?: Record<string, string> }
    | undefined
  return Object.values(enumeration?.entries ?? {})
}

/** Public pages, including those of the newest products, that a node does not serve with 200. */
export async function brokenPages({ database }: TestShop, { node }: Version): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from products where archived_at is null order by id desc limit 20',
  )
  const listed = async (url: string) => {
    const { body } = await node.send({ url })
    return Array.from(body.matchAll(/<loc>([^<]+)/g), ([, loc = '']) => new URL(loc).pathname)
  }
  const first = await listed('/sitemap.xml')
  // An index, but for 0.3 and earlier.
  const file = '/sitemap-pages.xml'
  const paths = first.includes(file) ? await listed(file) : first
  const broken = paths.length > 0 ? [] : ['/sitemap.xml lists no page']
  for (const url of [...paths, '/products?page=2', ...rows.map(({ id }) => `/order/${id}`)]) {
    const { status } = await node.send({ url })
    if (status !== 200) broken.push(`${url} responds with ${status}`)
  }
  return broken
}
