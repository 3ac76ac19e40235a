import type { Mutant } from './mutant.ts'

const admins = 'src/server/features/users/admins.ts'
const adminsTest = 'src/server/features/users/admins.test.ts'
const lastAdminTest = 'src/server/features/users/last-admin.test.ts'

/** Granting and revoking admin rights. */
export const adminMutants: Mutant[] = [
  {
    guard: 'changes of admin rights are serialised',
    file: admins,
    find: "    await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)\n",
    replace: '',
    noticedBy: [lastAdminTest],
  },
  {
    guard: 'an account that grants admin rights has them at that moment',
    file: admins,
    find: `  if (!admin) throw new AppError('forbidden')\n`,
    replace: '',
    noticedBy: [adminsTest],
  },
  {
    guard: 'the audit log distinguishes granting from revoking admin rights',
    file: admins,
    find: "action: role === 'admin' ? 'grant-admin' : 'revoke-admin',",
    replace: "action: 'revoke-admin',",
    noticedBy: [adminsTest],
  },
  {
    guard: 'the last admin cannot be made a customer',
    file: admins,
    find: `    await refuseLastAdmin(trx, target.id)
    return changeRole(trx, actor, { id: target.id, role: 'customer' })`,
    replace: `    return changeRole(trx, actor, { id: target.id, role: 'customer' })`,
    noticedBy: [lastAdminTest],
  },
  {
    guard: 'revoked rights of the configuration do not return with a new account of the address',
    file: admins,
    find: 'return taken || takenFromAddress ? 0',
    replace: 'return taken ? 0',
    noticedBy: [adminsTest],
  },
  {
    guard: 'a reopened account has no admin rights',
    file: admins,
    find: `    await changeRole(trx, actor, { id: target.id, role: 'customer' })
    await trx`,
    replace: `    await trx`,
    noticedBy: [lastAdminTest],
  },
]
