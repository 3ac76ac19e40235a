import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { nextStates } from '#contract/trade-accounts.ts'
import type {
  Decision,
  ManagedTradeAccount,
  TradeAccount,
  TradeState,
} from '#contract/trade-accounts.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { decisionMail } from './mails.ts'
import { managedAccountOf, selectTradeAccounts } from './trade-row.ts'
import { isKnown } from '#contract/shared/open-enum.ts'

interface Deciding {
  actor: Actor
  email: string
  decision: Decision
  /** The address of the shop. */
  origin: string
}

/** Stores an admin's decision about a trade account, with its entry in the log and the mail to its customer. */
export const decide = (
  db: Db,
  { actor, email, decision, origin }: Deciding,
): Promise<ManagedTradeAccount> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, email)
    const before = user && (await lockAccount(trx, user.id))
    if (!user || !before) throw new AppError('not-found')
    refuseUnlessAllowed(before, decision, user.isVerified)
    if (isSame(before, decision)) return before
    const { state, taxExempt, reason } = decision
    await trx
      .updateTable('trade_accounts')
      .set({
        state,
        tax_exempt: state === 'approved' && taxExempt,
        reason: state === 'approved' ? '' : reason,
        decided_at: sql<Date>`now()`,
      })
      .where('user_id', '=', user.id)
      .execute()
    // A refused request is of an account that an admin may have put on a list before.
    if (state !== 'refused') await setPriceList(trx, user.id, decision)
    const after = managedAccountOf(
      await selectTradeAccounts(trx).where('user_id', '=', user.id).executeTakeFirstOrThrow(),
    )
    await recordChange(trx, actor, {
      action: 'decide-trade-account',
      object: user,
      before: loggedOf(before),
      after: loggedOf(after),
    })
    if (user.isVerified) {
      await queueMails(trx, [renderMail(decisionMail({ before, after, origin }), origin)])
    }
    return after
  })

/** Later requests of the account have the prices of this list; its orders keep theirs, unpaid ones while they are reserved. */
async function setPriceList(
  trx: Transaction<Schema>,
  userId: string,
  { state, priceList }: Decision,
) {
  const list = state === 'approved' ? priceList : null
  if (list !== null) {
    const found = await trx
      .selectFrom('price_lists')
      .select('id')
      .where('id', '=', list)
      .forKeyShare()
      .executeTakeFirst()
    const error = { field: 'priceList', message: 'This price list no longer exists' }
    if (!found) throw new AppError('invalid', { errors: [error] })
  }
  await trx.updateTable('users').set({ price_list: list }).where('id', '=', userId).execute()
}

/** Locked before the trade account, as an erasure does. */
const lockUser = (trx: Transaction<Schema>, email: string) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_verified as isVerified'])
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function lockAccount(trx: Transaction<Schema>, userId: string) {
  const row = await selectTradeAccounts(trx)
    .where('user_id', '=', userId)
    .forUpdate('trade_accounts')
    .executeTakeFirst()
  return row && managedAccountOf(row)
}

/** Terms that are saved as they are: nothing to log, and nothing to write to the customer about. */
const isSame = (before: TradeAccount, { state, taxExempt, priceList }: Decision) =>
  before.state === state &&
  before.taxExempt === taxExempt &&
  (before.priceList?._id ?? null) === priceList

function refuseUnlessAllowed(before: TradeAccount, { state, seen }: Decision, isVerified: boolean) {
  const facts = Object.entries(seen)
  const stored = new Map<string, unknown>(
    Object.entries({ ...before, priceList: before.priceList?._id ?? null }),
  )
  if (facts.some(([fact, value]) => stored.get(fact) !== value)) {
    throw new AppError('changed-meanwhile')
  }
  const next: readonly TradeState[] = isKnown(nextStates, before.state)
    ? nextStates[before.state]
    : []
  if (!next.includes(state)) throw new AppError('not-in-this-state')
  // An unverified address may be another person's, who would get the prices and the mails.
  if (state === 'approved' && !isVerified) throw new AppError('email-not-verified')
}

/** The fields of the log. The reason is about a person, and the log outlives an erasure: it stays with the account. */
const loggedOf = ({ state, priceList, taxExempt }: TradeAccount) => ({
  state,
  priceList: priceList?.name ?? '',
  taxExempt,
})
