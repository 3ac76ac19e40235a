import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'

/** The pages whose text is the owner's, by their path. */
export const shopPageNames = ['privacy', 'terms', 'returns', 'legal-notice'] as const
export type ShopPageName = (typeof shopPageNames)[number]

/** A piece of text in one style. No HTML, so that a page has nothing to sanitise. */
const Run = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  emphasis: z.optional(z.literal(true)),
  code: z.optional(z.literal(true)),
  href: z.optional(z.string()),
})
export type Run = z.output<typeof Run>

const Runs = z.array(Run)

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.int(), runs: Runs }),
  z.object({ kind: z.literal('paragraph'), runs: Runs }),
  z.object({ kind: z.literal('quote'), runs: Runs }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({
    kind: z.literal('list'),
    isOrdered: z.boolean(),
    items: z.array(z.object({ level: z.int(), runs: Runs })),
  }),
  z.object({ kind: z.literal('table'), head: z.array(Runs), rows: z.array(z.array(Runs)) }),
])
export type Block = z.output<typeof Block>

export const ShopPage = z.object({ title: z.string(), blocks: z.array(Block) })
export type ShopPage = z.output<typeof ShopPage>

export const shopPages = {
  one: endpoint({
    method: 'GET',
    path: '/shopPages',
    access: 'public',
    summary: 'The text of Privacy, Terms, Returns or Legal notice, as the owner wrote it',
    query: z.object({ page: z.enum(shopPageNames) }),
    response: ShopPage,
  }),
}
