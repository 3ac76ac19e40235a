import { shopPages } from '#contract/shop-pages.ts'
import type { Block, ShopPage, ShopPageName } from '#contract/shop-pages.ts'
import { publicRoute } from '../../http/public/public-route.ts'
import { periodsInWords, retentionOf } from '../../retention/retention-table.ts'
import type { Periods } from '../../retention/stored-table.ts'
import type { Shop } from '../../shop.ts'
import { createPageFiles } from './page-files.ts'

const titles: Readonly<Record<ShopPageName, string>> = {
  privacy: 'Privacy',
  terms: 'Terms',
  returns: 'Returns',
  'legal-notice': 'Legal notice',
}

const retentionPlaceholder = '{{retention}}'

export interface ShopPages {
  read(name: ShopPageName): Promise<ShopPage>
  /** Reads the files again, and drops cached answers if one has changed. */
  reload(): Promise<void>
}

/** The owner's pages from the files of `CONTENT_DIR`. */
export function createShopPages(
  { config, log, publicReads }: Pick<Shop, 'config' | 'log' | 'publicReads'>,
  periods: Periods,
): ShopPages {
  const files = createPageFiles({ dir: config.CONTENT_DIR, log })
  return {
    async read(name) {
      // Loaded lazily: the pages are rarely read.
      const { parseMarkdown } = await import('./parse-markdown.ts')
      return withRetention(parseMarkdown(await files.read(name), titles[name]), periods)
    },
    async reload() {
      if (await files.reload()) publicReads.changed()
    },
  }
}

export function shopPageRoutes(shop: Shop, pages: ShopPages) {
  publicRoute(shop, shopPages.one, ({ page }) => pages.read(page))
}

/** Puts the shop's retention periods where the text asks for them. */
const withRetention = ({ title, blocks }: ShopPage, periods: Periods): ShopPage => ({
  title,
  blocks: blocks.map((block) =>
    block.kind === 'paragraph' &&
    block.runs.map(({ text }) => text).join('') === retentionPlaceholder
      ? retentionBlock(periods)
      : block,
  ),
})

const cell = (text: string) => [{ text }]

const retentionBlock = (periods: Periods): Block => ({
  kind: 'table',
  head: ['Data', 'Kept', 'When the account is erased'].map(cell),
  rows: retentionOf(periodsInWords(periods)).map(({ title, kept, whenErased }) =>
    [title, kept, whenErased].map(cell),
  ),
})
