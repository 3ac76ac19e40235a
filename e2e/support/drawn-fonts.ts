import { expect } from '@playwright/test'
import type { CDPSession, Page } from '@playwright/test'
import { waitUntilLoaded } from './fixtures.ts'

/** Fonts that the browser drew the texts of the page with, but for the one of part numbers. */
export async function drawnFonts(devtools: CDPSession): Promise<string[]> {
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: ':is(h1, h2, h3, h4, p, a, b, li, dd, dt, button, label)',
  })
  const drawn = await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  const families = drawn.flatMap(({ fonts }) =>
    fonts.map(({ familyName }) => familyName.replace(/^Archivo.*/, 'Archivo')),
  )
  return [...new Set(families)].filter((family) => !family.includes('Mono'))
}

/** Opens a page in the font of the shop. A font that arrives late is not drawn: the page is loaded again, with the font in the cache. */
export async function openInShopFont(page: Page, path: string) {
  const devtools = await page.context().newCDPSession(page)
  await page.goto(path)
  await expect(async () => {
    await waitUntilLoaded(page)
    const fonts = await drawnFonts(devtools)
    if (fonts.join() !== 'Archivo') await page.reload()
    expect(fonts).toEqual(['Archivo'])
  }).toPass()
  await devtools.detach()
}
