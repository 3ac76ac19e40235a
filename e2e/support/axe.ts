import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Check {
  runOnly: NonNullable<Axe.RunOptions['runOnly']>
  exclude: string[]
}

const allRules: Check = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  exclude: [],
}

const colours: Check = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  // Axe takes a transparent frame for white.
  exclude: ['iframe'],
}

/** The violations that axe finds at the beginning of the page at rest, and how far the page is wider than the screen. */
export async function axeViolations(page: Page, check = allRules) {
  await page.evaluate(rest)
  // Once per document: the library is as large as the page, and loading it takes as long as a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(runAxe, check)
}

async function runAxe({ runOnly, exclude }: Check) {
  const { axe } = globalThis as unknown as { axe: typeof Axe }
  const { violations } = await axe.run(
    { exclude },
    // The content of the only frame is the card provider's. Elements that pass need no selectors.
    { runOnly, iframes: false, resultTypes: ['violations'] },
  )
  const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
  ]
}

/** Brings the page to rest. Colours between two themes have contrasts that no user sees for long. */
async function rest() {
  // To axe a link that is scrolled halfway below the header is too small.
  scrollTo({ top: 0, behavior: 'instant' })
  // A page that changes its theme by script does so before the next frame.
  await new Promise(requestAnimationFrame)
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
}

/** Only colours differ between the themes. */
export const contrastViolations = (page: Page) => axeViolations(page, colours)

/** Expects no violation in the light and the dark theme; the test continues after a failure. */
export async function expectAccessible(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect.soft(await axeViolations(page), `${state}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await contrastViolations(page), `${state}, dark`).toEqual([])
}
