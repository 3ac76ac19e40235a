import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { nextStates } from '#contract/trade/trade-accounts.ts'
import type {
  Decision,
  ManagedTradeAccount,
  TradeAccount,
  TradeState,
} from '#contract/trade/trade-accounts.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { decisionMail } from './mails.ts'
import { tradeAccountOf } from './trade-row.ts'

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
    const { state, taxExempt } = decision
    const row = await trx
      .updateTable('trade_accounts')
      .set({
        state,
        tax_exempt: state === 'approved' && taxExempt,
        reason: state === 'approved' ? '' : decision.reason,
        decided_at: sql<Date>`now()`,
      })
      .where('user_id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const after = tradeAccountOf(row)
    await recordChange(trx, { actor, userId: user.id, before, after })
    if (user.isVerified) {
      await queueMails(trx, [renderMail(decisionMail({ ...user, before, after, origin }), origin)])
    }
    return { ...after, _id: user.id, email, name: user.name }
  })

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
  const row = await trx
    .selectFrom('trade_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row && tradeAccountOf(row)
}

function refuseUnlessAllowed(before: TradeAccount, { state, seen }: Decision, isVerified: boolean) {
  const facts = Object.entries(seen)
  const stored = new Map<string, unknown>(Object.entries(before))
  if (facts.some(([fact, value]) => stored.get(fact) !== value)) {
    throw new AppError('changed-meanwhile')
  }
  const next: readonly TradeState[] = nextStates[before.state]
  if (!next.includes(state)) throw new AppError('not-in-this-state')
  // An unverified address may be another person's, who would get the prices and the mails.
  if (state === 'approved' && !isVerified) throw new AppError('email-not-verified')
}

interface Change {
  actor: Actor
  userId: string
  before: TradeAccount
  after: TradeAccount
}

/** The fields that an admin decides about. */
const decided = ['state', 'taxExempt', 'reason'] as const

async function recordChange(trx: Transaction<Schema>, { actor, userId, before, after }: Change) {
  const changed = decided.filter((field) => before[field] !== after[field])
  const pick = (from: TradeAccount) =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  await trx
    .insertInto('trade_changes')
    .values({
      user_id: userId,
      actor: actor.id,
      request_id: actor.requestId ?? null,
      before: pick(before),
      after: pick(after),
    })
    .execute()
}
