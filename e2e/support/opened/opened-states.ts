import type { Page } from '@playwright/test'
import type { Part } from '../api.ts'
import { expect } from '../fixtures.ts'
import { carButton, carInput, garageDialog } from '../garage.ts'
import { longWord, type OddContents } from '../odd-contents.ts'
import { mainOf } from '../steps.ts'
import { manyUnits } from './odd-answers.ts'

/** What a page shows after a press: a dialog, a menu, a toast, open lines. */
export interface OpenedState {
  name: string
  /** Where it is opened; without it where the state before has led. */
  path?: string
  /** The narrowest and the widest window that can show it; all can without it. */
  between?: readonly [number, number]
  open(page: Page): Promise<unknown>
}

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

const press = (page: Page, name: string | RegExp) =>
  mainOf(page).getByRole('button', { name }).first().click()

/** Presses a button of the page that opens a dialog, in place of the dialog that is open. */
const ask = (name: string | RegExp) => async (page: Page) => {
  if (await dialogOf(page).isVisible()) await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await press(page, name)
  await expect(dialogOf(page)).toBeVisible()
}

async function unfold(page: Page) {
  const folded = page.locator('details.order-lines:not([open]) summary')
  await expect(folded.first()).toBeVisible()
  for (const summary of (await folded.all()).toReversed()) await summary.click()
}

async function suggest(page: Page, text: string) {
  const search = page.getByRole('combobox', { name: 'Find a part' }).last()
  await search.fill(text)
  await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
}

/** Below this width the header has a menu, and that of the dashboard is folded. */
const belowHeader = [320, 1160] as const

const menu = (mark: string): OpenedState[] => [
  {
    name: 'the menu',
    path: '/',
    between: belowHeader,
    open: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  {
    name: 'suggestions in the menu',
    between: belowHeader,
    open: (page) => suggest(page, mark),
  },
]

export const visitorStates = ({ part, mark }: OddContents): OpenedState[] => [
  ...menu(mark),
  { name: 'suggestions', path: '/', open: (page) => suggest(page, mark) },
  {
    name: 'an enlarged picture',
    path: `/part/${part.id}`,
    open: ask('Enlarge the picture'),
  },
]

/** `misfit` does not fit the chosen car. */
export const customerStates = ({ mark }: OddContents, misfit: Part): OpenedState[] => [
  ...menu(mark),
  {
    name: 'the garage',
    path: '/products?q=Oil+Filter',
    open: async (page) => {
      await carButton(page).click()
      await garageDialog(page)
        .getByRole('button', { name: /^Name of/ })
        .first()
        .click()
    },
  },
  {
    name: 'found cars in the garage',
    open: (page) => carInput(page).fill('golf'),
  },
  {
    name: 'a garage after a deletion',
    open: async (page) => {
      await carInput(page).fill('')
      await garageDialog(page)
        .getByRole('button', { name: /^Delete / })
        .nth(1)
        .click()
      await expect(garageDialog(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  },
  { name: 'the question about the engine', open: ask('Which is yours?') },
  { name: 'open lines of own orders', path: '/dashboard/myOrder', open: unfold },
  { name: 'the question before an order is deleted', open: ask('Delete') },
  {
    name: 'the address book',
    path: '/dashboard',
    open: (page) => expect(mainOf(page)).toContainText(longWord),
  },
  { name: 'the question before an address is deleted', open: ask('Delete') },
  { name: 'an address to change', open: ask('Change') },
  { name: 'the form of the profile', open: ask('Update information') },
  { name: 'the form of a trade account', open: ask('Ask for a trade account') },
  { name: 'the erasure of the account', open: ask('Erase my account') },
  { name: 'saved lists', path: '/cart', open: (page) => press(page, 'Rename') },
  { name: 'the question before a list is deleted', open: ask('Delete') },
  {
    name: 'the question about a part that does not fit',
    path: `/order/${misfit.id}?quantity=10`,
    open: async (page) => {
      await press(page, 'Calculate Amount')
      await ask('Order Now')(page)
    },
  },
]

const ordersOf = ({ buyer, paid }: OddContents) => ({
  path: `/dashboard/manageAllOrders?q=${encodeURIComponent(buyer.email)}`,
  code: paid.slice(-8),
})

async function selectAndUnfold(page: Page) {
  await unfold(page)
  for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all())
    await box.check()
}

async function refund(page: Page, choice: string) {
  const start = dialogOf(page).getByRole('button', { name: 'Refund', exact: true })
  if (await start.isVisible()) await start.click()
  await dialogOf(page).getByRole('radio', { name: choice }).check()
}

/** The states of an order in the list and in its dialogs. */
function orderStates(odd: OddContents): OpenedState[] {
  const { path, code } = ordersOf(odd)
  return [
    {
      name: 'open lines in the cards of orders',
      path,
      between: [320, 1020],
      open: selectAndUnfold,
    },
    {
      name: 'open lines in the table of orders',
      path,
      between: [1040, 1920],
      open: selectAndUnfold,
    },
    { name: 'the question before orders are shipped', open: ask('Mark as shipped') },
    {
      name: 'the details of an order',
      path,
      open: async (page) => {
        await ask(`${code} details`)(page)
        await expect(dialogOf(page)).toContainText('Refunded in part')
        await dialogOf(page).locator('summary').click()
      },
    },
    {
      name: 'the refund of units',
      open: async (page) => {
        await refund(page, 'Units or an amount')
        const fields = dialogOf(page).locator('.refund-lines input')
        await fields.nth(0).fill(String(manyUnits))
        await fields.nth(1).fill('9999999')
        await dialogOf(page).getByLabel('Further amount').fill('999999.99')
      },
    },
    {
      name: 'the refund of the rest',
      open: (page) => refund(page, 'All that is left'),
    },
    {
      name: 'the question about a missing address',
      path,
      open: (page) => ask('Pending')(page),
    },
    {
      name: 'a toast with Undo',
      open: async (page) => {
        await dialogOf(page).getByRole('button', { name: 'Mark as shipped' }).click()
        await expect(page.locator('.toasts').getByRole('button', { name: 'Undo' })).toBeVisible()
      },
    },
  ]
}

export const adminStates = (odd: OddContents): OpenedState[] => [
  {
    name: 'the menu of the dashboard',
    path: `/dashboard/users?q=${encodeURIComponent(odd.buyer.email)}`,
    between: belowHeader,
    open: (page) => page.getByRole('button', { name: 'Dashboard menu' }).click(),
  },
  { name: 'the question before a user is an admin', open: ask('Make Admin') },
  { name: 'the question before an account is closed', open: ask('Remove') },
  ...orderStates(odd),
  {
    name: 'the question before a product is deleted',
    path: `/dashboard/manageProduct?q=AP-${odd.mark}`,
    open: ask('Delete'),
  },
  {
    name: 'a toast with a long name',
    open: async (page) => {
      await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
      await expect(page.locator('.toasts')).toContainText('Front bumper cover')
    },
  },
  { name: 'a message', path: '/dashboard/inbox', open: ask('Open') },
  {
    name: 'the question before synonyms are removed',
    path: '/dashboard/synonyms',
    open: ask(/^Remove/),
  },
  { name: 'a price list to change', path: '/dashboard/priceLists', open: ask(/^Change/) },
  { name: 'the question before a price list is deleted', open: ask(/^Delete/) },
  {
    name: 'prices of a list to change',
    path: '/dashboard/priceLists/1?tab=prices',
    open: ask(/^Change prices/),
  },
  { name: 'a trade account to approve', path: '/dashboard/tradeAccounts', open: ask(/^Approve/) },
  { name: 'a trade account to refuse', open: ask(/^Refuse/) },
]
