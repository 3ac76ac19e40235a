import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'
import { matchesMax } from '#contract/shared/fields.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import type { User, UserCounts, UserFilter, UserSort, UserTab } from '#contract/users.ts'
import { countMatches } from '../../db/count-matches.ts'
import type { Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Schema } from '../../db/schema.ts'
import { matching } from '../../db/bounded-search.ts'
import { emailOrTextSearch } from '../../db/search.ts'

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id as _id', 'email', 'name', 'role', 'email_verified as verified'])
    .select(sql<boolean>`deactivated_at is null`.as('active'))

export async function listUsers(
  db: Db,
  { after, limit, skip = 0, q }: Page & Pick<PageQuery, 'q'>,
): Promise<User[]> {
  let query = selectUsers(db).orderBy('id').limit(limit).offset(skip)
  if (after) query = query.where('id', '>', after)
  return searched(query, q, { walkedFor: skip + limit }).execute()
}

/** Unique columns, so that no page repeats an account; ids begin with their time. */
const keyOf = { joined: 'id', email: 'email' } as const satisfies Record<UserSort, unknown>

type NumberedPage = { page: number; limit: number }

export async function listUsersByNumber(
  db: Db,
  { page, limit, sort = 'joined', direction = 'desc', ...filter }: UserFilter & NumberedPage,
): Promise<User[]> {
  const key = keyOf[sort]
  // Skips the rows before the page in an index, without reading the accounts.
  const shown = searched(
    inTab(db.selectFrom('users').select(key), filter.tab).orderBy(key, direction),
    filter.q,
    { walkedFor: page * limit },
  )
    .limit(limit)
    .offset((page - 1) * limit)
  return selectUsers(db).where(key, 'in', shown).orderBy(key, direction).execute()
}

/** Number of accounts in each tab, of all or of those that match a search. */
export async function countUsers(db: Db, q: string | undefined): Promise<UserCounts> {
  const count = (tab: UserTab) => {
    const all = inTab(db.selectFrom('users').select('id'), tab)
    // Only reading the matches shows which of them are in another tab.
    const most = tab === 'all' ? matchesMax + 1 : undefined
    return countMatches(db, searched(all, q, { most }), Boolean(q))
  }
  const counts = {
    all: await count('all'),
    admins: await count('admins'),
    closed: await count('closed'),
  }
  return { counts, isCapped: Boolean(q) && counts.all > matchesMax }
}

type Users<Row> = SelectQueryBuilder<Schema, 'users', Row>

function inTab<Row>(query: Users<Row>, tab: UserTab = 'all'): Users<Row> {
  if (tab === 'admins') return query.where('role', '=', 'admin').where(isOpen)
  return tab === 'closed' ? query.where(isClosed) : query
}

const searched = <Row>(
  query: Users<Row>,
  q: string | undefined,
  bounds: { walkedFor?: number; most?: number | undefined },
): Users<Row> =>
  q
    ? matching(query, emailOrTextSearch(['email', 'name'], q), { table: 'users', ...bounds })
    : query

const isOpen = sql<boolean>`deactivated_at is null`

// Closed accounts are found by the index of the audit log; `users` has no index for them.
const isClosed = sql<boolean>`deactivated_at is not null and id in (
  select target from admin_actions where action = 'deactivate-user')`

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified', 'deactivated_at', 'erasure_requested_at'])
    .where('email', '=', email)
    .executeTakeFirst()
