import type { StoredTable } from './stored-table.ts'

const untilErased = () => 'as long as the account'
const deleted = 'deleted'

const identityOf = `"userId" in (select id from identity."user" where id = $2 or email = $3)`
const ended = `"expiresAt" < now() - interval '1 day'`

/** Accounts, their sign-ins and what their owners write. */
export const accountTables: Readonly<Record<string, StoredTable>> = {
  users: {
    title: 'Account',
    personal: ['uid', 'email', 'name'],
    other: ['issuer', 'role'],
    kept: untilErased,
    whenErased: 'replaced by the id, since orders and the audit log refer to the row',
    rows: { of: 'id = $1', key: ['id'] },
  },
  profiles: {
    title: 'Profile',
    personal: ['user_id', 'address', 'phone', 'fb_link', 'img'],
    kept: untilErased,
    whenErased: deleted,
    rows: { of: 'user_id = $1', key: ['user_id'] },
    erase: 'delete',
  },
  trade_accounts: {
    title: 'Trade account',
    personal: ['user_id', 'company', 'tax_id', 'invoice_address', 'reference_prefix', 'reason'],
    other: ['state'],
    kept: () =>
      'as long as the account, or until the customer withdraws the request; a refused one for a year',
    whenErased: deleted,
    expired: () => `state = 'refused' and decided_at < now() - interval '365 days'`,
    rows: { of: 'user_id = $1', key: ['user_id'] },
    erase: 'delete',
  },
  addresses: {
    title: 'Address book',
    personal: [
      'user_id',
      'name',
      'phone',
      'company',
      'street',
      'postal_code',
      'town',
      'region',
      'country',
      'printed',
    ],
    kept: untilErased,
    whenErased: deleted,
    rows: { of: 'user_id = $1', key: ['id'] },
    erase: 'delete',
  },
  cart_lines: {
    title: 'Cart',
    personal: ['user_id'],
    other: ['vehicle', 'engine', 'number'],
    kept: () => 'a year after the last change of a line',
    whenErased: deleted,
    expired: () => `changed_at < now() - interval '365 days'`,
    rows: { of: 'user_id = $1', key: ['product_id'] },
    erase: 'delete',
  },
  ordered_from_carts: {
    title: 'Parts that left the cart with an order',
    personal: ['user_id'],
    kept: () => '30 days, for devices that still show them',
    whenErased: deleted,
    expired: () => `ordered_at < now() - interval '30 days'`,
    rows: { of: 'user_id = $1', key: ['user_id', 'product_id'] },
    erase: 'delete',
  },
  // Before the lists, by which its rows are found.
  saved_list_lines: {
    personal: [],
    other: ['vehicle', 'engine', 'number'],
    rows: {
      of: 'list_id in (select id from saved_lists where user_id = $1)',
      key: ['list_id', 'product_id'],
    },
    erase: 'delete',
  },
  saved_lists: {
    title: 'Saved lists',
    personal: ['user_id', 'name'],
    kept: untilErased,
    whenErased: deleted,
    rows: { of: 'user_id = $1', key: ['id'] },
    erase: 'delete',
  },
  garages: {
    title: 'Cars on the account',
    personal: ['user_id', 'cars'],
    other: ['version'],
    kept: () => 'as long as the account, or until its owner keeps them there no more',
    whenErased: deleted,
    rows: { of: 'user_id = $1', key: ['user_id'] },
    erase: 'delete',
  },
  reviews: {
    title: 'Reviews',
    personal: ['user_id', 'name'],
    other: ['title', 'description'],
    kept: () => 'as long as the shop, since reviews are public',
    whenErased: 'stays under the name Customer',
    rows: { of: 'user_id = $1', key: ['id'] },
    erase: { name: `'Customer'` },
  },
  revoked_sessions: {
    title: 'Ended sign-ins',
    personal: ['user_id', 'signed_in_at', 'revoked_at'],
    kept: ({ signInDays }) => `a day longer than a sign-in can last: ${signInDays}`,
    whenErased: deleted,
    // A day more than a sign-in lasts, so that its last access token has expired too.
    expired: ({ signInDays }) => `signed_in_at < now() - interval '${signInDays + 1} days'`,
    rows: { of: 'user_id = $1', key: ['user_id', 'signed_in_at'] },
    erase: 'delete',
  },
  idempotency_keys: {
    title: 'Repeated requests',
    personal: ['user_id', 'key', 'request_hash', 'answer'],
    kept: () => '24 hours, for repeated requests',
    whenErased: deleted,
    expired: () => `created_at < now() - interval '24 hours'`,
    rows: { of: 'user_id = $1', key: ['user_id', 'key'] },
    erase: 'delete',
  },
  erased_identities: {
    title: 'Erased accounts',
    personal: ['uid_hash'],
    kept: ({ signInDays }) =>
      `a day longer than a sign-in can last (${signInDays}), so that none opens the account again`,
    whenErased: 'added: a hash of the identity provider’s id',
    expired: ({ signInDays }) => `erased_at < now() - interval '${signInDays + 1} days'`,
  },
  revoked_admins: {
    title: 'Former admins',
    personal: ['email_hash'],
    kept: () =>
      'as long as the shop: a hash of the address, so that signing up again returns no rights',
    whenErased: 'stays',
  },
  'identity.verification': {
    title: 'Links for new passwords',
    personal: ['identifier', 'value'],
    other: ['id'],
    kept: () => 'a day after the link expired',
    whenErased: deleted,
    expired: () => ended,
    rows: {
      of: `value in (select id from identity."user" where id = $2 or email = $3)`,
      key: ['id'],
      withheld: ['identifier'],
    },
    erase: 'delete',
  },
  'identity.session': {
    title: 'Sessions',
    personal: ['userId', 'ipAddress', 'userAgent', 'token'],
    other: ['id'],
    kept: () => 'a day after the session ended',
    whenErased: deleted,
    expired: () => ended,
    rows: { of: identityOf, key: ['id'], withheld: ['token'] },
    erase: 'delete',
  },
  'identity.known_browser': {
    title: 'Browsers of earlier sign-ins',
    personal: ['token_hash', 'user_id'],
    kept: () => '400 days after the last sign-in: no browser keeps its cookie longer',
    whenErased: deleted,
    expired: () => `seen_at < now() - interval '400 days'`,
    rows: {
      of: `user_id in (select id from identity."user" where id = $2 or email = $3)`,
      key: ['token_hash', 'user_id'],
      withheld: ['token_hash'],
    },
    erase: 'delete',
  },
  'identity.account': {
    title: 'Ways to sign in',
    personal: ['accountId', 'userId', 'accessToken', 'refreshToken', 'idToken', 'password'],
    other: ['id', 'providerId', 'scope'],
    kept: untilErased,
    whenErased: deleted,
    rows: {
      of: identityOf,
      key: ['id'],
      withheld: ['accessToken', 'refreshToken', 'idToken', 'password'],
    },
    erase: 'delete',
  },
  'identity.user': {
    title: 'Account at the sign-in',
    personal: ['id', 'name', 'email', 'image'],
    kept: untilErased,
    whenErased: deleted,
    rows: { of: 'id = $2 or email = $3', key: ['id'] },
    // After the rows that are found by it.
    erase: 'delete',
  },
}
