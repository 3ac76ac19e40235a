import { expect, type JSHandle, type Page } from '@playwright/test'
import { readBoxes } from './boxes.ts'
import { type FaultAtWidths, findLayoutFaults } from './faults.ts'
import { copyPage, groupWidths, isOpen, openAgain, openLayers, recordQueries } from './page-copy.ts'
import { findParts } from './parts.ts'

const [narrowest, widest, step] = [320, 1920, 20]

/** From the narrowest phone to a wide screen. */
export const allWidths = Array.from(
  { length: (widest - narrowest) / step + 1 },
  (_, index) => narrowest + index * step,
)

/** Before the page is opened. */
export const prepareWidths = (page: Page) => page.addInitScript(recordQueries)

/**
 * The layout faults of the page at any of the widths, with these widths. A copy of the page gets each width without being painted:
 * scripts see the window only when a media query that they ask has another answer.
 */
export async function faultsByWidth(page: Page, widths: readonly number[] = allWidths) {
  const found: FaultAtWidths[] = []
  const size = page.viewportSize()
  for (const group of await page.evaluate(groupWidths, widths)) {
    if (!size || !group.includes(size.width)) await resize(page, group[0] ?? narrowest)
    const copy = await page.evaluateHandle(copyPage)
    await copy.evaluate(openLayers)
    found.push(...(await faultsOfCopy(copy, group)))
    await copy.evaluate((frame) => frame.remove())
  }
  if (size && page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
  return listFaults(found)
}

/** Finds the faults in a browser that runs no scripts. It calls no listeners either, so the copy is polled until open. */
export async function faultsWithoutScripts(page: Page, widths: readonly number[] = allWidths) {
  const copy = await page.evaluateHandle(openAgain, await page.content())
  await expect.poll(() => copy.evaluate(isOpen)).toBe(true)
  return listFaults(await faultsOfCopy(copy, widths))
}

async function faultsOfCopy(copy: JSHandle<HTMLIFrameElement>, widths: readonly number[]) {
  const parts = await copy.evaluateHandle(findParts)
  const boxes = await copy.evaluateHandle(readBoxes)
  return copy.evaluate(findLayoutFaults, { parts, boxes, widths })
}

function listFaults(found: readonly FaultAtWidths[]) {
  const widthsOf = new Map<string, number[]>()
  for (const [fault, at] of found) widthsOf.set(fault, [...(widthsOf.get(fault) ?? []), ...at])
  return [...widthsOf].map(([fault, at]) => `${fault}: ${rangesOf(at)}`)
}

/** Media queries are answered with the next frame. */
async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
}

/** Widths as ranges, such as '320–400, 1040'. */
function rangesOf(widths: readonly number[]) {
  const ranges: [number, number][] = []
  for (const width of widths.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] + step === width) last[1] = width
    else ranges.push([width, width])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
