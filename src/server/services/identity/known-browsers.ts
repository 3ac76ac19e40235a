import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { basePath } from './embedded-options.ts'

/** The longest life that browsers give a cookie. */
const knownBrowserDays = 400

const browsersOfAccountMax = 20

/** The cookie of a browser. Its token is new after each sign-in, so a token planted before is worth nothing. */
export function knownBrowserCookie(origin: string) {
  const secure = origin.startsWith('https:')
  return {
    name: `${secure ? '__Secure-' : ''}identity.known_browser`,
    attributes: {
      path: basePath,
      maxAge: knownBrowserDays * 24 * 60 * 60,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    },
  } as const
}

/** The browser's token in the header of a request. */
export function browserTokenIn(cookies: string | null | undefined, origin: string) {
  const prefix = `${knownBrowserCookie(origin).name}=`
  const parts = (cookies ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(prefix))?.slice(prefix.length)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The key of a browser in which the account was signed in to; undefined for any other browser. */
export async function findKnownBrowser(
  db: Db,
  token: string | undefined,
  { email }: { email: string },
): Promise<string | undefined> {
  if (!token) return undefined
  const { rows } = await sql<{ key: string }>`
    select token_hash as key from identity.known_browser
    join identity."user" on "user".id = user_id
    where token_hash = ${hashOf(token)} and email = ${email.toLowerCase()}
      and seen_at > now() - make_interval(days => ${knownBrowserDays})`.execute(db)
  return rows[0]?.key
}

/** Notes a sign-in. Returns the browser's new token, which replaces the old one for all its accounts. */
export async function rememberBrowser(db: Db, userId: string, old: string | undefined) {
  const token = randomBytes(32).toString('base64url')
  const hash = hashOf(token)
  if (old) {
    await sql`update identity.known_browser set token_hash = ${hash}
      where token_hash = ${hashOf(old)}`.execute(db)
  }
  await sql`
    with surplus as (
      delete from identity.known_browser where user_id = ${userId} and token_hash in (
        select token_hash from identity.known_browser
        where user_id = ${userId} and token_hash <> ${hash}
        order by seen_at desc offset ${browsersOfAccountMax - 1})
    )
    insert into identity.known_browser (token_hash, user_id) values (${hash}, ${userId})
    on conflict (token_hash, user_id) do update set seen_at = now()`.execute(db)
  return token
}

export const forgetBrowsers = (db: Db, userId: string) =>
  sql`delete from identity.known_browser where user_id = ${userId}`.execute(db)
