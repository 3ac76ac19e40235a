import type { Mutant } from './mutant.ts'

const migration = 'src/server/db/migrations/0043-erased-accounts.sql'
const contacts = 'src/server/features/privacy/order-contacts.ts'
const erasing = 'src/server/features/privacy/erase-account.ts'
const rows = 'src/server/features/privacy/account-rows.ts'

const erasureTest = 'src/server/features/privacy/erasure.test.ts'
const racesTest = 'src/server/features/privacy/erasure-races.test.ts'
const downloadTest = 'src/server/features/privacy/download.test.ts'
const contactsTest = 'src/server/features/privacy/order-contacts.test.ts'

/** Who downloads and erases what, and what stays. */
export const privacyMutants: Mutant[] = [
  {
    guard: 'download and erasure need a recent sign-in',
    file: 'src/server/http/route.ts',
    find: '    if (needsFreshSignIn && request.user) await requireFreshSignIn(guards, request.user)\n',
    replace: '',
    noticedBy: [erasureTest],
  },
  {
    guard: 'an account is downloaded and erased under its own address only',
    file: 'src/server/features/privacy/routes.ts',
    find: `  if (email !== user.email) throw new AppError('forbidden')\n`,
    replace: '',
    noticedBy: [erasureTest, downloadTest],
  },
  {
    guard: 'the last admin cannot be erased',
    file: 'src/server/features/users/admins.ts',
    find: `    await refuseLastAdmin(trx, id)
    await changeRole(trx, actor, { id, role: 'customer' })
    await trx
      .updateTable('users')
      .set({
        deactivated_at: sql<Date>\`coalesce`,
    replace: `    await changeRole(trx, actor, { id, role: 'customer' })
    await trx
      .updateTable('users')
      .set({
        deactivated_at: sql<Date>\`coalesce`,
    noticedBy: [erasureTest],
  },
  {
    guard: 'a sign-in from before an erasure does not open the account again',
    file: 'src/server/features/accounts/queries.ts',
    find: '    await refuseErased(trx, signIn.identity)\n',
    replace: '',
    noticedBy: [erasureTest],
  },
  {
    guard: 'a sign-in from before an erasure takes over no later account',
    file: 'src/server/features/accounts/queries.ts',
    find: '    await refuseErased(db, identity)\n',
    replace: '',
    noticedBy: [erasureTest],
  },
  {
    guard: 'mails and messages to an unverified address are not those of its account',
    file: rows,
    find: '  isVerified ? email : null,',
    replace: '  isVerified || true ? email : null,',
    noticedBy: [erasureTest],
  },
  {
    guard: 'an erasure cancels unpaid orders',
    file: erasing,
    find: '  await cancelOrders(shop, id)\n',
    replace: '',
    noticedBy: [erasureTest, racesTest],
  },
  {
    guard: 'an erasure removes the address from orders',
    file: erasing,
    find: '  await toTheEnd(database.pool, removeEmails(id))\n',
    replace: '',
    noticedBy: [erasureTest],
  },
  {
    guard: 'a mail about an order does not outlive the erasure of its account',
    file: erasing,
    find: "  await sql`select pg_advisory_xact_lock(hashtext('order-mails'))`.execute(trx)\n",
    replace: '',
    noticedBy: [racesTest],
  },
  {
    guard: 'a payment for a cancelled order without contacts is refunded',
    file: 'src/server/features/payments/decision/decide.ts',
    find: `  if (isErased(order)) {`,
    replace: `  if (isErased(order) && false) {`,
    noticedBy: ['src/server/features/payments/decision/decide.test.ts', racesTest],
  },
  {
    guard: 'an order of an erased account keeps its delivery address until it is shipped',
    file: contacts,
    find: `or status in ('shipped', 'refunded') and \${quietFor(`,
    replace: `or status <> 'unpaid' and \${quietFor(`,
    noticedBy: [erasureTest],
  },
  {
    guard: 'contacts stay on an order for its period after the last event',
    file: contacts,
    find: 'return `id < id_since(now() - ${period}) and ${quietFor(period)}`',
    replace: 'return `id < id_since(now() - ${period})`',
    noticedBy: [contactsTest],
  },
  {
    guard: 'an order keeps its contacts while its payment is disputed',
    file: contacts,
    find: `dispute is distinct from 'inquiry' and dispute is distinct from 'open'`,
    replace: 'true',
    noticedBy: [contactsTest],
  },
  {
    guard: 'an unpaid order with an open payment is not cancelled as forgotten',
    file: contacts,
    find: `where order_id = orders.id and payment_intents.status not in ('succeeded', 'canceled'))`,
    replace: `where order_id = orders.id and payment_intents.status = 'none')`,
    noticedBy: [contactsTest],
  },
  {
    guard: 'trigger: nothing is added to an account in erasure',
    file: migration,
    find: 'if (select erasure_requested_at is not null from users where id = new.user_id for key share) then',
    replace: 'if false then',
    noticedBy: [racesTest],
  },
  {
    guard: 'trigger: an erased account never returns',
    file: migration,
    find: 'for each row when (old.erasure_requested_at is not null) execute function guard_erasure();',
    replace: 'for each row when (false) execute function guard_erasure();',
    noticedBy: [erasureTest, racesTest],
  },
  {
    guard: 'trigger: a paid order keeps its delivery address',
    file: migration,
    find: ` and new.email = 'order@erased.invalid' and new.status <> 'paid' then`,
    replace: ' then',
    noticedBy: [contactsTest],
  },
  {
    guard: 'another account deletes what was typed before it',
    file: 'src/web/lib/forms/drafts.ts',
    find: `texts: stored.account === '' ? stored.texts : {}`,
    replace: 'texts: stored.texts',
    noticedBy: ['src/web/lib/forms/drafts.test.ts'],
  },
  {
    guard: 'only its account reads a draft',
    file: 'src/web/lib/forms/drafts.ts',
    find: '`${account} ${name}`',
    replace: 'account && name',
    noticedBy: ['src/web/lib/forms/drafts.test.ts'],
  },
  {
    guard: 'papers get no text that they cannot print',
    file: 'src/contract/shared/fields.ts',
    find: '...(options.isPrinted ? [printed()] : []),',
    replace: '',
    noticedBy: ['src/server/features/invoices/printed-texts.test.ts'],
  },
]
