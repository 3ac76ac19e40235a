import type { StoredTable } from './stored-table.ts'

/** Imports that were never applied expire earlier. */
const oldImport = `(changed_at < now() - interval '90 days'
  or (state in ('reading', 'checked', 'failed') and changed_at < now() - interval '7 days'))`
const untilImportExpires = () => '90 days after the import, 7 if it was never applied'

/** Messages, mails, the catalogue and the work of admins. */
export const shopTables: Readonly<Record<string, StoredTable>> = {
  contact_messages: {
    title: 'Contact messages',
    personal: ['name', 'email', 'phone', 'message'],
    other: ['done_by'],
    kept: () => 'a year after an admin marked the message as done',
    whenErased: 'deleted, if the address of the account is verified',
    expired: () => `done_at < now() - interval '365 days'`,
    rows: { of: 'email = $3', key: ['id'], withheld: ['done_by'] },
    erase: 'delete',
  },
  newsletter_subscriptions: {
    title: 'Newsletter',
    personal: ['email', 'confirm_token', 'unsubscribe_token'],
    kept: () => '7 days without confirmation, else until the subscriber leaves',
    whenErased: 'deleted, if the address of the account is verified',
    // Addresses that were never confirmed must not be kept.
    expired: () => `confirmed_at is null and mailed_at < now() - interval '7 days'`,
    rows: { of: 'email = $3', key: ['id'], withheld: ['confirm_token', 'unsubscribe_token'] },
    erase: 'delete',
  },
  stock_alerts: {
    title: 'Back-in-stock alerts',
    personal: ['user_id', 'unsubscribe_token'],
    kept: () => '30 days after the email, a year if the product does not come back',
    whenErased: 'deleted',
    expired: () =>
      `(mailed_at < now() - interval '30 days' or asked_at < now() - interval '365 days')`,
    rows: { of: 'user_id = $1', key: ['id'], withheld: ['unsubscribe_token'] },
    erase: 'delete',
  },
  stock_watch: { personal: [] },
  outbox: {
    title: 'Emails',
    personal: [
      'recipient',
      'subject',
      'text_body',
      'html_body',
      'reply_to',
      'unsubscribe_url',
      'last_error',
    ],
    kept: () => '30 days after an email was sent',
    whenErased: 'deleted, sent or not, if the address of the account is verified',
    // Their links give access to accounts, and unsent mails are outdated by then.
    expired: () => `coalesce(sent_at, created_at) < now() - interval '30 days'`,
    rows: {
      of: 'recipient = $3 or reply_to = $3',
      key: ['id'],
      withheld: ['html_body', 'unsubscribe_url', 'last_error'],
      // Links give access to accounts, and a download is a file.
      shownAs: { text_body: String.raw`regexp_replace(text_body, 'https?://\S+', '(link)', 'g')` },
    },
    erase: 'delete',
  },
  rate_limits: {
    title: 'Rate limits',
    personal: ['key'],
    kept: () => 'an hour after the limit ended; the key is a hash of an account or address',
    whenErased: 'stays for that hour',
    expired: () => `expire < extract(epoch from now() - interval '1 hour') * 1000`,
  },
  admin_actions: {
    title: 'Audit log of admins',
    personal: ['actor', 'target'],
    other: ['action', 'before', 'after', 'request_id'],
    kept: () => 'as long as the shop, since rights are proven by it',
    whenErased: 'stays: it names accounts by their id',
    rows: {
      of: `actor = $1::uuid::text or target = $1
        or target in (select id from orders where user_id = $1)`,
      key: ['id'],
      // Another admin's id is not the person's.
      shownAs: { actor: `case when actor = $1::uuid::text then actor else 'an admin' end` },
    },
  },
  audit_entries: {
    title: 'Audit log of prices, trade, synonyms, cars and imports',
    personal: ['actor', 'target', 'related'],
    other: ['action', 'target_key', 'name', 'before', 'after', 'request_id'],
    kept: () => 'as long as the shop, since rights are proven by it',
    whenErased: 'stays: it names accounts by their id',
    rows: {
      of: 'actor = $1::uuid::text or target = $1 or related = $1',
      key: ['id'],
      // Another admin's id is not the person's.
      shownAs: { actor: `case when actor = $1::uuid::text then actor else 'an admin' end` },
    },
  },
  // Before the imports, which they refer to.
  product_import_rows: {
    title: 'Rows of catalogue files',
    personal: ['name', 'before', 'after', 'note', 'problems'],
    other: ['outcome'],
    kept: untilImportExpires,
    whenErased: 'stays for that time: an admin’s file about products',
    expired: () => `import_id in (select id from product_imports where ${oldImport})`,
  },
  product_import_pieces: {
    title: 'Catalogue files with rows that were left out',
    personal: ['bytes'],
    kept: untilImportExpires,
    whenErased: 'stays for that time: an admin’s file about products',
    expired: () => `import_id in (select id from product_imports where ${oldImport})`,
  },
  product_imports: {
    title: 'Catalogue files of admins',
    personal: ['user_id', 'file_name'],
    other: ['state', 'problem', 'request_id', 'digest'],
    kept: untilImportExpires,
    whenErased: 'stays for that time, with the id of the account',
    // Imports can be undone until then; their changes stay in the audit log.
    expired: () => `${oldImport}
      and not exists (select from product_import_pieces where import_id = product_imports.id)
      and not exists (select from product_import_rows where import_id = product_imports.id)`,
    rows: { of: 'user_id = $1', key: ['id'] },
  },
  // Before the imports, which they refer to.
  fitment_import_pieces: {
    title: 'Files of fitments while they are read, and with rows that were left out',
    personal: ['bytes'],
    kept: untilImportExpires,
    whenErased: 'stays for that time: an admin’s file about products',
    expired: () => `import_id in (select id from fitment_imports where ${oldImport})`,
  },
  fitment_import_rows: {
    title: 'Rows of files of fitments',
    personal: ['note', 'problem', 'remark', 'part_number', 'make', 'model'],
    other: ['outcome', 'fuel', 'position', 'part_key', 'make_key', 'model_key'],
    kept: untilImportExpires,
    whenErased: 'stays for that time: an admin’s file about products',
    expired: () => `import_id in (select id from fitment_imports where ${oldImport})`,
  },
  fitment_import_products: {
    personal: [],
    other: ['digest_before', 'digest_after', 'note'],
    expired: () => `import_id in (select id from fitment_imports where ${oldImport})`,
  },
  fitment_imports: {
    title: 'Files of fitments of admins',
    personal: ['user_id', 'file_name'],
    other: ['mode', 'state', 'problem', 'problems', 'remarks', 'request_id'],
    kept: untilImportExpires,
    whenErased: 'stays for that time, with the id of the account',
    expired: () => `${oldImport}
      and not exists (select from fitment_import_pieces where import_id = fitment_imports.id)
      and not exists (select from fitment_import_rows where import_id = fitment_imports.id)
      and not exists (select from fitment_import_products where import_id = fitment_imports.id)`,
    rows: { of: 'user_id = $1', key: ['id'] },
  },
  // Before the imports, which they refer to.
  number_import_rows: {
    title: 'Rows of files of numbers',
    personal: ['problem', 'part_number', 'brand', 'number', 'successor'],
    other: ['outcome', 'kind', 'key', 'part_key', 'successor_key', 'changes'],
    kept: untilImportExpires,
    whenErased: 'stays for that time: an admin’s file about products',
    expired: () => `import_id in (select id from number_imports where ${oldImport})`,
  },
  number_import_products: {
    personal: [],
    other: ['before', 'after', 'note'],
    expired: () => `import_id in (select id from number_imports where ${oldImport})`,
  },
  number_import_pieces: {
    title: 'Files of numbers with rows that were left out',
    personal: ['bytes'],
    kept: untilImportExpires,
    whenErased: 'stays for that time: an admin’s file about products',
    expired: () => `import_id in (select id from number_imports where ${oldImport})`,
  },
  number_imports: {
    title: 'Files of numbers of admins',
    personal: ['user_id', 'file_name'],
    other: ['mode', 'state', 'problem', 'request_id'],
    kept: untilImportExpires,
    whenErased: 'stays for that time, with the id of the account',
    expired: () => `${oldImport}
      and not exists (select from number_import_pieces where import_id = number_imports.id)
      and not exists (select from number_import_rows where import_id = number_imports.id)
      and not exists (select from number_import_products where import_id = number_imports.id)`,
    rows: { of: 'user_id = $1', key: ['id'] },
  },
  products: {
    title: 'Products',
    personal: ['email'],
    other: [
      'name',
      'description',
      'img',
      'part_number',
      'kind',
      'brand',
      'condition',
      'size_mm',
      'in_the_box',
      'img_alt',
      'more_pictures',
    ],
    kept: () => 'as long as the product: the admin who added it',
    whenErased: 'replaced by the id',
  },
  product_prices: { personal: [] },
  price_lists: { personal: [], other: ['name'] },
  list_prices: { personal: [] },
  product_ratings: { personal: [] },
  search_words: { personal: [], other: ['word', 'spelled', 'stem', 'sound'] },
  // No part of a row says who asked.
  vehicle_wishes: {
    personal: [],
    other: ['kind'],
    expired: () => `day < current_date - 90`,
  },
  synonym_changes: {
    title: 'Changes of synonyms before the audit log had them',
    personal: ['actor'],
    other: ['action', 'before', 'after', 'request_id'],
    kept: () => 'as long as the shop, since rights are proven by it',
    whenErased: 'stays: it names accounts by their id',
    rows: { of: 'actor = $1::uuid::text', key: ['id'] },
  },
  search_synonyms: { personal: [], other: ['trade_key', 'kind', 'terms', 'keys'] },
  // No part of a row says who searched.
  search_misses: {
    personal: [],
    other: ['text'],
    expired: () => `day < current_date - 90`,
  },
  car_pages: { personal: [], other: ['path'] },
  vehicle_makes: { personal: [], other: ['slug', 'name', 'aliases'] },
  vehicle_models: { personal: [], other: ['slug', 'name', 'aliases', 'source'] },
  vehicle_codes: { personal: [], other: ['scheme', 'code', 'fuel'] },
  fitments: { personal: [], other: ['kind', 'fuel', 'position', 'note'] },
  product_numbers: { personal: [], other: ['kind', 'brand', 'number', 'key'] },
  job_runs: { personal: [], other: ['name', 'outcome'] },
  'identity.jwks': {
    personal: [],
    other: ['id', 'publicKey', 'privateKey', 'alg', 'crv'],
  },
}
