import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import {
  EmailParams,
  Id,
  multilineText,
  NumberedPage,
  orEmpty,
  PageQuery,
  text,
} from './shared/fields.ts'
import { openEnum } from './shared/open-enum.ts'

export const messages = {
  asked: 'Your request for a trade account has been sent',
  saved: 'Your trade account has been saved',
  withdrawn: 'Your request for a trade account is withdrawn',
  referenceRequired: 'Your order number is Required',
  companyFixed: 'Write to us to change the company or the tax ID',
} as const

export const tradeStates = ['asked', 'approved', 'refused', 'closed'] as const
export type TradeState = (typeof tradeStates)[number]

/** An optional single line: empty if there is none. */
const lineUpTo = (max: number, options = { isPrinted: true }) =>
  orEmpty(text('', { max, ...options }))

/** What a business says about itself, and how it writes its orders. */
export const TradeFacts = z.object({
  company: text('Company is Required', { max: 100, isPrinted: true }),
  taxId: lineUpTo(40),
  invoiceAddress: multilineText('Invoice address is Required', { max: 500, isPrinted: true }),
  /** With this the buyer's own order numbers begin; forms offer it for each order. */
  referencePrefix: lineUpTo(40),
  /** Whether orders without the buyer's own number are refused. */
  needsReference: z.boolean(),
})
export type TradeFacts = z.output<typeof TradeFacts>

const Decided = {
  /** Why an admin refused the request or closed the account; empty if there is no reason. */
  reason: z.string(),
  askedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Whether the shop adds no tax to its orders. */
  taxExempt: z.boolean(),
}

/** A price list with what its accounts see of it. */
const OwnList = z.object({ name: z.string(), percentOff: z.number(), minOrder: z.number() })

const facts = z.object({
  company: z.string(),
  taxId: z.string(),
  invoiceAddress: z.string(),
  referencePrefix: z.string(),
  needsReference: z.boolean(),
})

export const TradeAccount = z.extend(facts, {
  ...Decided,
  state: openEnum(tradeStates),
  /** Null while the account has the prices of everybody. */
  priceList: z.nullable(z.extend(OwnList, { _id: Id })),
})
export type TradeAccount = z.output<typeof TradeAccount>

/** What the customer sees; an account without a request has the state alone. */
export const OwnTradeAccount = z.union([TradeAccount, z.object({ state: z.literal('none') })])
export type OwnTradeAccount = z.output<typeof OwnTradeAccount>

export const isAsked = (account: OwnTradeAccount): account is TradeAccount => 'company' in account

export const ManagedTradeAccount = z.extend(TradeAccount, {
  /** The account's. */
  _id: Id,
  email: z.string(),
  name: z.string(),
})
export type ManagedTradeAccount = z.output<typeof ManagedTradeAccount>

/** The states that an admin may give an account in each state; the same state again changes its terms. */
export const nextStates = {
  asked: ['approved', 'refused'],
  approved: ['approved', 'closed'],
  refused: ['approved'],
  closed: ['approved'],
} as const satisfies Record<TradeState, readonly TradeState[]>

const Reason = lineUpTo(300, { isPrinted: false })

/** An admin's decision about an account, with what the admin saw of it. */
export const Decision = z
  .object({
    state: z.enum(['approved', 'refused', 'closed']),
    taxExempt: z.boolean(),
    /** The list of an approved account; null for public prices. */
    priceList: z.nullable(Id),
    reason: Reason,
    seen: z.object({
      state: openEnum(tradeStates),
      company: z.string().check(z.maxLength(100)),
      taxId: z.string().check(z.maxLength(40)),
      invoiceAddress: z.string().check(z.maxLength(500)),
      taxExempt: z.boolean(),
      priceList: z.nullable(Id),
    }),
  })
  .check(
    z.refine(({ state, reason }) => state !== 'refused' || reason !== '', {
      error: 'A reason is Required: the customer will see it',
      path: ['reason'],
    }),
  )
export type Decision = z.output<typeof Decision>

const tradeTabs = ['all', ...tradeStates] as const
export type TradeTab = (typeof tradeTabs)[number]

export const TradeCounts = z.object({
  counts: z.record(z.enum(tradeTabs), z.int()),
  isCapped: z.boolean(),
})
export type TradeCounts = z.output<typeof TradeCounts>

/** Accounts of businesses, as their owners see them. */
export const tradeAccounts = {
  one: endpoint({
    method: 'GET',
    path: '/tradeAccount/{email}',
    access: 'customer',
    summary: 'Your trade account, or your request for one',
    params: EmailParams,
    response: OwnTradeAccount,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/tradeAccount/{email}',
    access: 'customer',
    summary:
      'Ask for a trade account, or change your request. Once approved, all but company and tax ID can be changed',
    limit: 'profiles',
    params: EmailParams,
    body: TradeFacts,
    response: OwnTradeAccount,
    problems: ['not-in-this-state'],
    keepsPublicReads: true,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/tradeAccount/{email}',
    access: 'customer',
    summary: 'Withdraw your request for a trade account and delete what you wrote',
    limit: 'profiles',
    params: EmailParams,
    response: z.object({ deletedCount: z.int() }),
    problems: ['not-in-this-state'],
    keepsPublicReads: true,
  }),
}

/** Accounts of businesses, for admins. */
export const manageTradeAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/manage/tradeAccounts',
    access: 'admin',
    summary: 'Trade accounts by numbered page: requests first, then the newest',
    query: z.extend(NumberedPage, {
      tab: z.optional(z.enum(tradeTabs)),
      q: PageQuery.shape.q,
    }),
    response: z.array(ManagedTradeAccount),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/manage/tradeAccounts/counts',
    access: 'admin',
    summary: 'Number of trade accounts in each state, of all or of those that match a search',
    query: z.object({ q: PageQuery.shape.q }),
    response: TradeCounts,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/manage/tradeAccounts/{email}',
    access: 'admin',
    summary:
      'Approve or refuse a request, change the terms of a trade account, or close it, unless it has changed. The customer is emailed',
    params: EmailParams,
    body: Decision,
    response: ManagedTradeAccount,
    problems: ['not-found', 'changed-meanwhile', 'not-in-this-state', 'email-not-verified'],
    keepsPublicReads: true,
  }),
}
