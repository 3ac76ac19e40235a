import type { Decision, TradeAccount, TradeFacts, TradeState } from '#contract/trade-accounts.ts'
import { manageTradeAccounts, tradeAccounts } from '#contract/trade-accounts.ts'
import type { TestShop, TestUser } from '../shop.ts'

export const tradeFacts: TradeFacts = {
  company: 'Test Workshop',
  taxId: '12-3456789',
  invoiceAddress: '1 Test Street\nSpringfield',
  referencePrefix: '',
  needsReference: false,
}

/** A decision about an account with these facts. */
export const decisionOn = (
  seen: TradeState,
  {
    state,
    reason = '',
    taxExempt = false,
    priceList = null,
  }: Pick<Decision, 'state'> & Partial<Decision>,
  { company, taxId, invoiceAddress }: TradeFacts = tradeFacts,
): Decision => ({
  state,
  reason,
  taxExempt,
  priceList,
  seen: { state: seen, company, taxId, invoiceAddress, taxExempt: false, priceList: null },
})

/** A trade account in this state, unless the account has one. */
export const storeTradeAccount = (
  { database }: Pick<TestShop, 'database'>,
  email: string,
  state: TradeState,
) =>
  database.pool.query(
    `insert into trade_accounts (user_id, state, company, tax_id, invoice_address, decided_at)
     select id, $2, $3, $4, $5, case when $2 <> 'asked' then now() end from users where email = $1
     on conflict do nothing`,
    [email, state, tradeFacts.company, tradeFacts.taxId, tradeFacts.invoiceAddress],
  )

/** Requests of customers and decisions of admins through the API. */
export function tradeSteps(shop: TestShop) {
  const of = async (user: TestUser) =>
    (await shop.call(user, tradeAccounts.one, { params: { email: user.email } })).body

  const ask = (user: TestUser, facts: Partial<TradeFacts> = {}) =>
    shop.call(user, tradeAccounts.save, {
      params: { email: user.email },
      body: { ...tradeFacts, ...facts },
    })

  /** With what the admin sees now. */
  async function decide(
    admin: TestUser,
    user: TestUser,
    decision: Pick<Decision, 'state'> & Partial<Decision>,
  ) {
    // Safe: tests decide about accounts with a request.
    const { state, company, taxId, invoiceAddress, taxExempt, ...account } = (await of(
      user,
    )) as TradeAccount
    const priceList = account.priceList?._id ?? null
    const seen = { state, company, taxId, invoiceAddress, taxExempt, priceList }
    return shop.call(admin, manageTradeAccounts.decide, {
      params: { email: user.email },
      body: { reason: '', taxExempt: false, priceList: null, seen, ...decision },
    })
  }

  return {
    of,
    ask,
    decide,
    withdraw: (user: TestUser) =>
      shop.call(user, tradeAccounts.withdraw, { params: { email: user.email } }),
    /** A customer with an approved account. */
    async approved(
      admin: TestUser,
      facts: Partial<TradeFacts> = {},
      terms: Partial<Decision> = {},
    ) {
      const user = await shop.signIn()
      await ask(user, facts)
      await decide(admin, user, { ...terms, state: 'approved' })
      return user
    },
  }
}
