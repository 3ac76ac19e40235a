import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

/**
 * Does what a browser's translator does to a page: it replaces each text node by elements, at once and all that is
 * added or changed later, except where the page says that text is not to be translated. The words stay the same, so
 * that a journey finds them, or have a prefix.
 */
export const translatePages = (context: BrowserContext, { prefix = '' } = {}) =>
  context.addInitScript((words) => {
    if (window !== top) return
    const kept =
      'script, style, noscript, textarea, [translate=no], .notranslate, [data-translated]'

    function translate(text: Text) {
      const { parentElement } = text
      if (!parentElement || parentElement.closest(kept)) return
      // Elements in a title would leave the tab without one.
      if (parentElement instanceof HTMLTitleElement) {
        if (seen.has(text)) return
        const title = new Text(text.data)
        seen.add(title)
        text.replaceWith(title)
        return
      }
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.dataset['translated'] = ''
      outer.append(inner)
      inner.append(text.data.trim() ? words + text.data : text.data)
      text.replaceWith(outer)
      document.documentElement.classList.add('translated-ltr')
    }

    function translateAll(node: Node) {
      if (node instanceof Text) translate(node)
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) translate(text)
    }

    const seen = new WeakSet<Text>()
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (type === 'characterData') translateAll(target)
        for (const node of addedNodes) translateAll(node)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, prefix)

/** The texts of a page that React would change at a node of its own, and those that differ from what it knows. */
const wrongTexts = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = []
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const keys = Object.keys(node)
      if (node instanceof Text && keys.some((key) => key.startsWith('__reactFiber'))) {
        wrong.push(`held: ${node.data}`)
      }
      const ofElement = keys.find((key) => key.startsWith('__reactProps'))
      const { children } = ofElement
        ? ((node as unknown as Record<string, { children?: unknown }>)[ofElement] ?? {})
        : {}
      if (typeof children !== 'string' && typeof children !== 'number') continue
      const text = String(children)
      if (node.textContent !== text) wrong.push(`“${node.textContent}” instead of “${text}”`)
    }
    return wrong
  })

/** Checks that a page shows what React knows, and that it has no text node that a translator could take from React. */
export async function expectTrueTexts(page: Page, name?: string) {
  expect.soft(await wrongTexts(page), name).toEqual([])
}

/** Checks every page that a translated journey leaves open. */
export async function expectTranslatedTexts(context: BrowserContext) {
  const shop = String(process.env['BASE_URL'])
  for (const page of context.pages().filter((one) => one.url().startsWith(shop))) {
    await expect(page.locator('html')).toHaveClass(/translated-ltr/)
    await expectTrueTexts(page)
  }
}
