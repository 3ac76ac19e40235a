import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import type { Block, Run, ShopPage } from '#contract/shop-pages.ts'

// Without HTML: tags are shown as they are typed.
const markdown = new MarkdownIt({ html: false })

type List = Extract<Block, { kind: 'list' }>
type Table = Extract<Block, { kind: 'table' }>

/** Whether links may lead there: the schemes of a page about a shop, and paths of the shop itself. */
const isLinkTarget = (href: string) => /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i.test(href)

/** A page from Markdown: its first heading of level one is the title. */
export function parseMarkdown(text: string, fallbackTitle: string): ShopPage {
  const reader = new BlockReader()
  for (const token of markdown.parse(text, {})) reader.take(token)
  return { title: reader.title ?? fallbackTitle, blocks: reader.blocks }
}

class BlockReader {
  title: string | undefined
  readonly blocks: Block[] = []
  private heading: number | undefined
  private list: List | undefined
  private depth = 0
  private isItemOpen = false
  private table: Table | undefined
  private isHead = false
  private quotes = 0

  take(token: Token) {
    const { type, tag } = token
    if (type === 'heading_open') this.heading = Number(tag.slice(1))
    else if (type === 'heading_close') this.heading = undefined
    else if (type === 'blockquote_open') this.quotes += 1
    else if (type === 'blockquote_close') this.quotes -= 1
    else if (/^(?:bullet|ordered)_list_/.test(type)) this.takeList(token)
    else if (type === 'list_item_open') this.isItemOpen = false
    else if (/^(?:table|thead|tr)_/.test(type)) this.takeTable(token)
    else if (type === 'fence' || type === 'code_block') {
      this.blocks.push({ kind: 'code', text: token.content })
    } else if (type === 'inline') this.takeText(runsOf(token.children ?? []))
  }

  private takeList({ type, nesting }: Token) {
    if (!this.list) {
      this.list = { kind: 'list', isOrdered: type.startsWith('ordered'), items: [] }
      this.blocks.push(this.list)
    }
    this.depth += nesting
    if (this.depth === 0) this.list = undefined
  }

  private takeTable({ type }: Token) {
    if (type === 'table_open') {
      this.table = { kind: 'table', head: [], rows: [] }
      this.blocks.push(this.table)
    } else if (type === 'table_close') this.table = undefined
    else if (type === 'thead_open') this.isHead = true
    else if (type === 'thead_close') this.isHead = false
    else if (type === 'tr_open' && !this.isHead) this.table?.rows.push([])
  }

  private takeText(runs: Run[]) {
    if (this.heading === 1 && this.title === undefined) {
      this.title = runs.map(({ text }) => text).join('')
    } else if (this.heading !== undefined) {
      const level = Math.min(Math.max(this.heading, 2), 4)
      this.blocks.push({ kind: 'heading', level, runs })
    } else if (this.table) {
      const cells = this.isHead ? this.table.head : this.table.rows.at(-1)
      cells?.push(runs)
    } else if (this.list) this.takeItem(this.list, runs)
    else this.blocks.push({ kind: this.quotes > 0 ? 'quote' : 'paragraph', runs })
  }

  /** Further paragraphs of an item follow on a line of their own. */
  private takeItem({ items }: List, runs: Run[]) {
    if (this.isItemOpen) items.at(-1)?.runs.push({ text: '\n' }, ...runs)
    else items.push({ level: this.depth, runs })
    this.isItemOpen = true
  }
}

function runsOf(tokens: readonly Token[]): Run[] {
  const style: Omit<Run, 'text'> = {}
  const runs: Run[] = []
  const add = (text: string, more: Omit<Run, 'text'> = {}) => {
    if (text !== '') runs.push({ text, ...style, ...more })
  }
  for (const token of tokens) {
    const { type, content } = token
    if (type === 'strong_open') style.strong = true
    else if (type === 'strong_close') delete style.strong
    else if (type === 'em_open') style.emphasis = true
    else if (type === 'em_close') delete style.emphasis
    else if (type === 'link_open') Object.assign(style, linkTo(String(token.attrGet('href'))))
    else if (type === 'link_close') delete style.href
    else if (type === 'softbreak') add(' ')
    else if (type === 'hardbreak') add('\n')
    else if (type === 'code_inline') add(content, { code: true })
    // Adds a picture's text: the shop shows pictures of allowed hosts only.
    else add(content)
  }
  return runs
}

const linkTo = (href: string) => (isLinkTarget(href) ? { href } : {})
