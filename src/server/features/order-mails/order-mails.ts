import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { writeLetter } from '../../services/mail/mail-template.ts'
import { queueMails } from '../../services/mail/mail.ts'
import type { Shop } from '../../shop.ts'
import { orderLetter } from './mail-templates.ts'
import type { Told } from './mail-templates.ts'

interface Asked extends Told {
  reference: string
  userId: string
  email: string
  userName: string
  isVerified: boolean
  isClosed: boolean
  isDeleted: boolean
}

const batch = 200

/** Makes the mails that the history of orders asks for, each once. */
export async function makeOrderMails({
  database: { db },
  config: { PUBLIC_URL: origin },
}: Pick<Shop, 'database' | 'config'>) {
  for (let taken = batch; taken === batch;) {
    taken = await db.transaction().execute(async (trx) => {
      if (!(await takeTurn(trx))) return 0
      const asked = await takeAsked(trx)
      const letters = together(asked.filter(isWanted)).map((all) => {
        const [{ email, userName: name }] = all
        return writeLetter(orderLetter({ email, name }, all, origin), origin)
      })
      await queueMails(trx, letters)
      await finish(trx, asked)
      return asked.length
    })
  }
}

/** One node at a time: two would share what was done in one go between them, and make two mails of it. */
async function takeTurn(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('order-mails')) as "isMine"`.execute(trx)
  return rows[0]?.isMine ?? false
}

async function takeAsked(trx: Transaction<Schema>): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select order_id as id, kind, reference, details,
      orders.name as product, quantity, unit_price_cents as "unitPriceCents",
      shipping_cents as "shippingCents", total_cents as "totalCents", status, held_until as "heldUntil",
      transaction_id as "transactionId", deleted_at is not null as "isDeleted",
      users.id as "userId", users.email, users.name as "userName",
      email_verified as "isVerified", deactivated_at is not null as "isClosed"
    from order_mails
      join orders on orders.id = order_id
      join users on users.id = user_id
    where made_at is null
    order by order_mails.created_at limit ${batch}`.execute(trx)
  return rows
}

/**
 * Whether somebody wants to hear of it still. Who has not verified an address may have typed a
 * stranger's, who is told nothing unless money has moved.
 */
function isWanted({ kind, status, heldUntil, ...asked }: Asked): boolean {
  if (asked.isClosed || asked.isDeleted) return false
  if (kind === 'placed') return asked.isVerified
  if (kind === 'lapsed') return asked.isVerified && status === 'unpaid' && !heldUntil
  return true
}

/** What one customer did in one go, a list of orders for one, is one mail. */
function together(asked: Asked[]): [Asked, ...Asked[]][] {
  const groups = Map.groupBy(asked, ({ userId, kind, id, reference }) =>
    kind.endsWith('refunded') ? `${id} ${kind} ${reference}` : `${userId} ${kind}`,
  )
  return [...groups.values()] as [Asked, ...Asked[]][]
}

async function finish(trx: Transaction<Schema>, asked: Asked[]) {
  await sql`
    update order_mails set made_at = now()
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ kind }) => kind)}::text[],
      ${asked.map(({ reference }) => reference)}::text[]) as made (id, kind, reference)
    where order_mails.order_id = made.id and order_mails.kind = made.kind
      and order_mails.reference = made.reference`.execute(trx)
}
