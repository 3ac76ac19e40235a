import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { faultsByWidth, prepareWidths } from '../support/layout/widths.ts'

// The pages have styles of their own.
test.use({ bypassCSP: true })

const style = `<!doctype html><style>
  body { margin: 0; font: 16px sans-serif } button { white-space: nowrap; padding: 8px }
  dialog { box-sizing: border-box; width: 240px; height: 200px; padding: 20px; overflow-y: auto }
  .card { width: 200px; overflow: hidden } .row { display: flex; width: 200px }
</style>`

async function faultsOf(page: Page, html: string, widths: readonly number[] = [640]) {
  await prepareWidths(page)
  await page.goto('about:blank')
  await page.setContent(style + html)
  return faultsByWidth(page, widths)
}

const opened = `<script>
  for (const one of document.querySelectorAll('dialog')) one.showModal()
  for (const one of document.querySelectorAll('[popover]')) one.showPopover()
</script>`

/** @shows row-207 */
test.describe('each kind of fault is found', () => {
  for (const [fault, html] of [
    [
      /^cut off: button “Order”.* by \.card/,
      '<div class="card"><button style="margin-left: 170px">Order</button></div>',
    ],
    [
      /^leaves its row: button “Place this order”/,
      '<div class="row"><span style="flex: none; width: 150px">10</span><button>Place this order</button></div>',
    ],
    [
      /^leaves its control: the text of button/,
      '<button style="width: 60px">Place this order</button>',
    ],
    [
      /^overlaps: button “One” and button “Two”/,
      '<button>One</button><button style="margin-left: -20px">Two</button>',
    ],
    [
      /^overlaps: .*button “Fits”/,
      '<p>Available</p><button style="position: relative; top: -36px">Fits</button>',
    ],
    [
      /^breaks over lines: the number \$385,863\.60/,
      '<p style="width: 60px; overflow-wrap: anywhere">$385,863.60</p>',
    ],
    [
      /^breaks over lines: the number \$5\.00/,
      '<p style="width: 12px; overflow-wrap: anywhere">$<!-- a text of its own -->5.00</p>',
    ],
    [
      /^cut off: the number \$385,863\.60/,
      '<div class="card" style="width: 60px"><span>$385,863.60</span></div>',
    ],
    [
      /^cut off: the text .*by \.card/,
      '<div class="card" style="width: 60px; white-space: nowrap">Your price of this list</div>',
    ],
    [
      /^cut off: the number in input/,
      '<input inputmode="numeric" value="1000000" style="width: 30px">',
    ],
    [/^too narrow to type in/, '<input type="search" style="width: 70px">'],
    [/^the page is wider than the window/, '<p>Bumper</p><div style="width: 900px">.</div>'],
    [
      /^breaks over lines: the number \$12,345\.60/,
      `<dialog><p style="width: 60px; overflow-wrap: anywhere">$12,345.60</p></dialog>${opened}`,
    ],
    [
      /^leaves the window: dialog “Refund”/,
      `<dialog style="margin-left: 500px">Refund</dialog>${opened}`,
    ],
    [
      /^leaves the window: \.toasts “Shipped”/,
      `<div class="toasts" popover="manual" style="inset: 780px auto auto 0; height: 60px">Shipped</div>${opened}`,
    ],
    [
      /^scrolls sideways: dialog “Refund”/,
      `<dialog><p style="width: 300px">Refund</p></dialog>${opened}`,
    ],
    [
      /^out of view: \.dialog__actions “Refund”/,
      `<dialog><form><p style="height: 900px"></p><div class="dialog__actions"><button>Refund</button></div></form></dialog>${opened}`,
    ],
  ] as const) {
    test(String(fault), async ({ page }) => {
      expect(await faultsOf(page, html)).toEqual(
        expect.arrayContaining([expect.stringMatching(fault)]),
      )
    })
  }
})

/** @shows row-207 */
test('elements that are covered or cut off by design are not reported', async ({ page }) => {
  const found = await faultsOf(
    page,
    `<header style="position: sticky; top: 0"><button>Menu</button></header>
    <div style="margin-top: -30px"><button>Below the header</button></div>
    <div style="width: 120px; overflow-x: auto"><button style="width: 300px">Scrolled</button></div>
    <div class="card" style="white-space: nowrap; text-overflow: ellipsis">A long name that ends with its ellipsis</div>
    <span style="position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%)">Only heard</span>
    <div style="position: relative; width: 240px"><input type="text" style="box-sizing: border-box; width: 100%; padding-right: 80px">
      <button style="position: absolute; right: 0">Show</button></div>
    <details style="margin-top: 20px"><summary>More</summary><p style="width: 4px; overflow: hidden">Unfolded</p></details>
    <div style="content-visibility: hidden; height: 0"><button>Found by the browser</button></div><button>More</button>
    <button style="opacity: 0; margin-left: -30px">Not seen</button>
    <div class="carousel__viewport" style="width: 120px; overflow: hidden"><div class="carousel__track" style="display: flex; width: 120px">
      <p style="flex: none; width: 120px; transform: translateX(200%)">Behind the last slide</p></div></div>
    <p style="width: 90px">From 100 units: $1,879.00</p>`,
  )
  expect(found).toEqual([])
})

/** @shows row-207 */
test('a dialog that scrolls below its answers has no fault, nor has the page below it', async ({
  page,
}) => {
  const found = await faultsOf(
    page,
    `<button style="width: 30px">Place this order</button>
    <dialog><form><p style="height: 900px"></p>
      <div class="dialog__actions" style="position: sticky; bottom: 0"><button>Refund</button></div></form></dialog>${opened}`,
  )
  expect(found).toEqual([])
})

/** @shows row-207 */
test('a fault is found at the widths that have it, by style sheets and by scripts', async ({
  page,
}) => {
  const found = await faultsOf(
    page,
    `<style>@media (400px <= width < 480px) { .card { width: 20px } }</style>
    <div class="card"><button id="order">Order</button></div><div id="row" class="row"></div>
    <script>
      const wide = matchMedia('(width >= 1000px)')
      const show = () => { row.innerHTML = wide.matches ? '<button style="min-width: 300px">Pay</button>' : '' }
      wide.addEventListener('change', show)
      show()
    </script>`,
    [380, 400, 420, 440, 460, 480, 980, 1000, 1020],
  )
  expect(found).toEqual([
    expect.stringMatching(/^cut off: button “Order” in \.card by \.card: 400–460$/),
    expect.stringMatching(/^leaves its row: button “Order” in \.card: 400–460$/),
    expect.stringMatching(/^cut off: the text button “Order” by \.card: 400–460$/),
    expect.stringMatching(/^leaves its row: button “Pay” in \.row: 1000–1020$/),
  ])
})
