import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Without selectors and source text of the elements that pass. */
const axeBuilder = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] })

/** The violations that axe finds after all transitions, and how far the page is wider than the screen. */
export async function axeViolations(page: Page, axe = axeBuilder(page).withTags(standards)) {
  await page.evaluate(waitForTransitions)
  // Otherwise each analysis opens a blank page and loads the library into it again. Legacy mode skips
  // frames of other origins: here only the card provider's.
  const { violations } = await axe.setLegacyMode().analyze()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
  ]
}

/** Colours between two themes have contrasts that no user sees for long. */
async function waitForTransitions() {
  const running = document.getAnimations().filter((each) => each instanceof CSSTransition)
  // The promise of a transition whose element is removed is rejected.
  await Promise.allSettled(running.map(({ finished }) => finished))
}

/** Only colours differ between the themes. */
export const contrastViolations = (page: Page) =>
  // Axe takes a transparent frame for white.
  axeViolations(page, axeBuilder(page).withRules('color-contrast').exclude('iframe'))

/** Expects no violation in the light and the dark theme; the test continues after a failure. */
export async function expectAccessible(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect.soft(await axeViolations(page), `${state}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await contrastViolations(page), `${state}, dark`).toEqual([])
}
