import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page once nothing fades or moves, and whether the page is wider than the screen. */
export async function faultsOf(page: Page, axe = new AxeBuilder({ page }).withTags(standards)) {
  await page.evaluate(atRest)
  // Without it a blank page is opened and given the whole library for each analysis. What it leaves out
  // is frames of other origins: here the card provider's.
  const { violations } = await axe.setLegacyMode().analyze()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
  ]
}

/** A colour on its way from one theme to the other is nobody's to read. */
async function atRest() {
  const fading = document.getAnimations().filter((each) => each instanceof CSSTransition)
  // One that is taken off with its element ends as well.
  await Promise.allSettled(fading.map(({ finished }) => finished))
}

/** Of what axe looks at, the themes differ in the colours alone. */
export const coloursOf = (page: Page) =>
  // It takes a frame that the page shows through for white.
  faultsOf(page, new AxeBuilder({ page }).withRules('color-contrast').exclude('iframe'))

/** Goes on, and fails at the end, if axe finds something in light or in dark. */
export async function expectNoFaults(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect.soft(await faultsOf(page), `${state}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await coloursOf(page), `${state}, dark`).toEqual([])
}
