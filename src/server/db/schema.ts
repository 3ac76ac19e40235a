// Generated from the migrated database by `npm run schema`. Change the migrations, not this file.
import type { Generated, GeneratedAlways } from 'kysely'
import type { GarageCar } from '#contract/garage-car.ts'
import type { Place } from '#contract/addresses/addresses.ts'
import type { JsonFields, OrderMailDetails, ReadOnlyColumn, StoredTax } from './column-types.ts'

export interface Schema {
  addresses: {
    id: Generated<string>
    user_id: string
    name: string
    phone: string
    company: string
    street: string
    postal_code: string
    town: string
    region: string
    country: string
    printed: string
    is_default: Generated<boolean>
  }
  admin_actions: {
    id: GeneratedAlways<number>
    actor: string
    action: 'grant-admin' | 'revoke-admin' | 'deactivate-user' | 'reactivate-user' | 'add-product' | 'change-product' | 'archive-product' | 'restore-product' | 'import-products' | 'ship-order' | 'refund-order' | 'hide-review' | 'show-review' | 'finish-message'
    target: string
    before: JsonFields
    after: JsonFields
    request_id: string | null
    created_at: ReadOnlyColumn<Date>
  }
  audit_entries: {
    id: GeneratedAlways<number>
    created_at: ReadOnlyColumn<Date>
    actor: string
    action: string
    target: string | null
    target_key: string | null
    related: string | null
    name: string | null
    before: JsonFields
    after: JsonFields
    request_id: string | null
  }
  car_pages: {
    place: number
    path: string
  }
  cart_lines: {
    user_id: string
    product_id: string
    quantity: number
    seen_price_cents: number
    position: GeneratedAlways<number>
    changed_at: Generated<Date>
    vehicle: string | null
    engine: string | null
    number: string | null
  }
  contact_messages: {
    id: Generated<string>
    name: string
    email: string
    phone: string
    message: string
    created_at: ReadOnlyColumn<Date>
    done_at: Date | null
    done_by: string | null
  }
  credit_notes: {
    number: number
    order_id: string
    refund_id: string | null
    amount_cents: number
    refund_no: number | null
    issued_at: Generated<Date>
    included_tax_cents: number | null
    is_itemized: Generated<boolean>
  }
  dispute_events: {
    id: GeneratedAlways<number>
    dispute_id: string
    order_id: string
    state: 'inquiry' | 'open' | 'won' | 'lost'
    created_at: ReadOnlyColumn<Date>
  }
  disputes: {
    id: string
    order_id: string
    intent_id: string
    state: 'inquiry' | 'open' | 'won' | 'lost'
    status: string
    reason: string
    amount_cents: number
    due_by: Date | null
    opened_at: Date
    changed_at: Generated<Date>
  }
  erased_identities: {
    uid_hash: string
    erased_at: Generated<Date>
  }
  fitment_import_pieces: {
    import_id: string
    piece: number
    bytes: Buffer
  }
  fitment_import_products: {
    import_id: string
    product_id: string
    was_universal: boolean
    becomes_universal: boolean
    fitments_before: number
    fitments_after: number
    digest_before: string
    digest_after: string | null
    note: string | null
  }
  fitment_import_rows: {
    import_id: string
    line: number
    part: number
    replaces: number | null
    model_id: number | null
    fitment_id: number | null
    product_id: string | null
    year_from: number | null
    year_to: number | null
    decilitres: number | null
    cylinders: number | null
    per_car: number | null
    is_universal: Generated<boolean>
    outcome: 'new' | 'changed' | 'unchanged' | 'removed' | 'replaced' | 'wrong' | null
    fuel: string | null
    position: string | null
    note: string | null
    part_number: string | null
    part_key: string | null
    make: string | null
    make_key: string | null
    model: string | null
    model_key: string | null
    problem: string | null
    remark: string | null
    left_out: Generated<boolean>
  }
  fitment_imports: {
    id: Generated<string>
    user_id: string
    file_name: string
    mode: 'replace' | 'add'
    state: Generated<'reading' | 'checking' | 'failed' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'>
    new_rows: Generated<number>
    changed_rows: Generated<number>
    removed_rows: Generated<number>
    unchanged_rows: Generated<number>
    wrong_rows: Generated<number>
    parts: Generated<number>
    kept_parts: Generated<number>
    kept_rows: Generated<number>
    progress: Generated<number>
    problem: string | null
    problems: Generated<{ problem: string; rows: number }[]>
    request_id: string | null
    created_at: ReadOnlyColumn<Date>
    changed_at: Generated<Date>
    remarks: Generated<JsonFields>
    only_known: Generated<boolean>
    skipped_rows: Generated<number>
  }
  fitments: {
    id: GeneratedAlways<number>
    product_id: string
    kind: string | null
    model_id: number
    year_from: number
    year_to: number
    decilitres: number | null
    cylinders: number | null
    fuel: 'petrol' | 'diesel' | 'electric' | 'hybrid' | 'flex' | 'gas' | null
    position: string | null
    per_car: number | null
    note: string | null
  }
  garages: {
    user_id: string
    cars: GarageCar[]
    version: Generated<string>
    updated_at: Generated<Date>
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: string
    answer: unknown
    created_at: ReadOnlyColumn<Date>
  }
  invoice_terms: {
    id: GeneratedAlways<number>
    seller_name: string
    seller_address: string
    seller_tax_id: string | null
    tax_name: string | null
    tax_rate: number | null
  }
  invoices: {
    number: number
    order_id: string
    terms_id: number
    bill_to_name: string | null
    bill_to_address: string | null
    issued_at: Generated<Date>
    bill_to_company: string | null
    bill_to_tax_id: string | null
  }
  job_runs: {
    name: string
    due_at: Date
    finished_at: Date | null
    outcome: unknown
    checked_until: Date | null
  }
  list_prices: {
    price_list: string
    product_id: string
    min_quantity: number
    price_cents: number
  }
  newsletter_subscriptions: {
    id: Generated<string>
    email: string
    confirm_token: string
    unsubscribe_token: string
    created_at: ReadOnlyColumn<Date>
    mailed_at: Generated<Date>
    confirmed_at: Date | null
  }
  number_import_pieces: {
    import_id: string
    piece: number
    bytes: Buffer
  }
  number_import_products: {
    import_id: string
    product_id: string
    before: JsonFields
    after: JsonFields
    note: string | null
  }
  number_import_rows: {
    import_id: string
    line: number
    part: Generated<number>
    part_number: string
    part_key: string
    kind: 'oem' | 'interchange' | 'replaced' | 'barcode' | null
    brand: string | null
    number: string | null
    key: GeneratedAlways<string | null>
    successor: string | null
    successor_key: string | null
    product_id: string | null
    successor_id: string | null
    outcome: 'new' | 'changed' | 'unchanged' | 'removed' | 'wrong' | null
    changes: Generated<JsonFields>
    problem: string | null
    left_out: Generated<boolean>
  }
  number_imports: {
    id: Generated<string>
    user_id: string
    file_name: string
    mode: 'replace' | 'add'
    state: Generated<'reading' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'>
    new_rows: Generated<number>
    changed_rows: Generated<number>
    removed_rows: Generated<number>
    unchanged_rows: Generated<number>
    wrong_rows: Generated<number>
    kept_rows: Generated<number>
    done_rows: Generated<number>
    problem: string | null
    request_id: string | null
    created_at: ReadOnlyColumn<Date>
    changed_at: Generated<Date>
    only_known: Generated<boolean>
    skipped_rows: Generated<number>
  }
  order_events: {
    id: GeneratedAlways<number>
    order_id: string
    kind: 'lapsed' | 'held' | 'paid' | 'shipped' | 'deleted' | 'restored' | 'refunded' | 'partly-refunded'
    actor: string
    details: Generated<JsonFields>
    created_at: ReadOnlyColumn<Date>
  }
  order_lines: {
    order_id: string
    line: number
    product_id: string
    name: string
    img: string
    part_number: string | null
    unit_price_cents: number
    quantity: number
    minimum_order: number
    pack_size: number
    vehicle: string | null
    verdict: string | null
    list_price_cents: number | null
    price_from: string | null
    taxes: number[] | null
    ordered_as: string | null
  }
  order_mail_pauses: {
    user_id: string
    kind: string
    mailed_at: Generated<Date>
  }
  order_mail_progress: {
    is_only: Generated<boolean>
    placed_until: Date
  }
  order_mails: {
    order_id: string
    kind: 'placed' | 'lapsed' | 'paid' | 'shipped' | 'refunded' | 'partly-refunded'
    reference: string
    details: OrderMailDetails
    created_at: ReadOnlyColumn<Date>
    made_at: Date | null
  }
  ordered_from_carts: {
    user_id: string
    product_id: string
    order_id: string
    ordered_at: Generated<Date>
  }
  orders: {
    id: Generated<string>
    user_id: string
    email: string
    name: string
    quantity: number
    total_cents: number
    status: Generated<'unpaid' | 'paid' | 'shipped' | 'refunded'>
    paid: GeneratedAlways<boolean>
    shipping: GeneratedAlways<boolean>
    transaction_id: string | null
    hold_round: Generated<number>
    held_until: Date | null
    created_at: ReadOnlyColumn<Date>
    deleted_at: Date | null
    lapse_attempts: Generated<number>
    next_lapse_at: Generated<Date>
    delivery_name: string | null
    delivery_phone: string | null
    delivery_address: string | null
    shipping_cents: Generated<number>
    parts: string | null
    held_since: Date | null
    released_at: Date | null
    dispute: 'inquiry' | 'open' | 'won' | 'lost' | null
    dispute_version: Generated<number>
    ship_due_at: Date | null
    ship_actor: string | null
    carrier: string | null
    tracking_number: string | null
    address_asked_at: Date | null
    line_count: number
    first_line: Generated<number>
    reference: string | null
    delivery_place: Place | null
    tax: StoredTax | null
    tax_added_cents: Generated<number>
    is_uncovered: Generated<boolean>
  }
  outbox: {
    id: GeneratedAlways<number>
    recipient: string
    subject: string
    text_body: string
    html_body: string
    created_at: ReadOnlyColumn<Date>
    sent_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_error: string | null
    reply_to: string | null
    unsubscribe_url: string | null
  }
  owner_notices: {
    order_id: string
    created_at: ReadOnlyColumn<Date>
  }
  partial_refund_lines: {
    order_id: string
    refund_no: number
    line: number
    quantity: number
    taxes: number[] | null
  }
  partial_refunds: {
    order_id: string
    refund_no: number
    intent_id: string
    amount_cents: number
    is_restocked: boolean
    actor: string
    note: string | null
    created_at: ReadOnlyColumn<Date>
    refund_id: string | null
    refused_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
  }
  payment_intents: {
    order_id: string
    hold_round: number
    intent_id: string | null
    status: Generated<string>
    created_at: ReadOnlyColumn<Date>
    polls: Generated<number>
    next_poll_at: Generated<Date>
  }
  price_lists: {
    id: Generated<string>
    name: string
    percent_off: Generated<string>
    min_order_cents: Generated<number>
    created_at: ReadOnlyColumn<Date>
  }
  product_import_pieces: {
    import_id: string
    piece: number
    bytes: Buffer
  }
  product_import_rows: {
    import_id: string
    line: number
    outcome: 'new' | 'changed' | 'unchanged' | 'wrong'
    name: string
    product_id: string | null
    before: Generated<JsonFields>
    after: Generated<JsonFields>
    stock: Generated<number>
    delta: Generated<number>
    problems: Generated<string[]>
    note: string | null
    supplied: number | null
    left_out: Generated<boolean>
  }
  product_imports: {
    id: Generated<string>
    user_id: string
    file_name: string
    state: Generated<'reading' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'>
    new_rows: Generated<number>
    changed_rows: Generated<number>
    unchanged_rows: Generated<number>
    wrong_rows: Generated<number>
    kept_rows: Generated<number>
    done_rows: Generated<number>
    problem: string | null
    request_id: string | null
    created_at: ReadOnlyColumn<Date>
    changed_at: Generated<Date>
    digest: string | null
    adds_units: Generated<boolean>
    only_known: Generated<boolean>
    skipped_rows: Generated<number>
    has_stock_before: Generated<boolean>
  }
  product_numbers: {
    product_id: string
    kind: 'oem' | 'interchange' | 'replaced' | 'barcode'
    brand: Generated<string>
    number: string
    key: GeneratedAlways<string>
  }
  product_prices: {
    id: GeneratedAlways<number>
    product_id: string
    price_cents: number
    valid_from: Date
    breaks: number[] | null
  }
  product_ratings: {
    product_id: string
    ratings: number
    stars: number
  }
  products: {
    id: Generated<string>
    name: string
    email: string
    price_cents: number
    quantity: number
    description: string
    img: string
    created_at: ReadOnlyColumn<Date>
    archived_at: Date | null
    part_number: string | null
    kind: string | null
    brand: string | null
    minimum_order: number | null
    pack_size: number | null
    condition: string | null
    weight_grams: number | null
    size_mm: string | null
    warranty_months: number | null
    in_the_box: string | null
    img_alt: string | null
    more_pictures: string | null
    is_universal: Generated<boolean>
    replaced_by: string | null
    breaks: number[] | null
    uncovered_units: Generated<number>
    beyond_half_at: Date | null
  }
  profiles: {
    user_id: string
    address: string
    phone: string
    fb_link: string
    img: string
    updated_at: Generated<Date>
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  refunds: {
    intent_id: string
    order_id: string
    reason: string
    refund_id: string | null
    created_at: ReadOnlyColumn<Date>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
  }
  reviews: {
    id: Generated<string>
    user_id: string
    name: string
    rating: number
    title: string
    description: string
    created_at: ReadOnlyColumn<Date>
    product_id: string | null
    is_verified: Generated<boolean>
    hidden_at: Date | null
    waiting_since: Date | null
  }
  revoked_admins: {
    email_hash: string
    revoked_at: ReadOnlyColumn<Date>
  }
  revoked_sessions: {
    user_id: string
    signed_in_at: Date
    revoked_at: ReadOnlyColumn<Date>
  }
  saved_list_lines: {
    list_id: string
    line: number
    product_id: string
    quantity: number
    vehicle: string | null
    engine: string | null
    number: string | null
  }
  saved_lists: {
    id: Generated<string>
    user_id: string
    name: string
    saved_at: Generated<Date>
  }
  search_misses: {
    day: Date
    text: string
    count: Generated<number>
    last_at: Generated<Date>
  }
  search_synonyms: {
    id: Generated<string>
    trade_key: string | null
    kind: string | null
    terms: string[]
    keys: GeneratedAlways<string[]>
    removed_at: Date | null
    changed_at: Generated<Date>
  }
  search_words: {
    id: GeneratedAlways<number>
    word: string
    spelled: string
    stem: GeneratedAlways<string>
    sound: GeneratedAlways<string>
  }
  shipment_events: {
    id: GeneratedAlways<number>
    order_id: string
    kind: 'undone' | 'stopped' | 'tracking' | 'address-asked'
    actor: string
    details: Generated<JsonFields>
    created_at: ReadOnlyColumn<Date>
  }
  stock_alerts: {
    id: GeneratedAlways<number>
    product_id: string
    user_id: string
    unsubscribe_token: string
    asked_at: Generated<Date>
    mailed_at: Date | null
  }
  stock_movements: {
    id: GeneratedAlways<number>
    product_id: string
    order_id: string | null
    hold_round: number | null
    delta: number
    reason: 'received' | 'corrected' | 'held' | 'released' | 'returned'
    created_at: ReadOnlyColumn<Date>
  }
  stock_watch: {
    product_id: string
    low_level: number | null
    alerted_at: Date | null
    recovered_at: Date | null
  }
  synonym_changes: {
    id: GeneratedAlways<number>
    synonym_id: string
    actor: string
    request_id: string | null
    action: 'added' | 'changed' | 'removed'
    before: string[]
    after: string[]
    created_at: ReadOnlyColumn<Date>
  }
  trade_accounts: {
    user_id: string
    state: Generated<'asked' | 'approved' | 'refused' | 'closed'>
    company: string
    tax_id: Generated<string>
    invoice_address: string
    reference_prefix: Generated<string>
    needs_reference: Generated<boolean>
    tax_exempt: Generated<boolean>
    reason: Generated<string>
    asked_at: Generated<Date>
    decided_at: Date | null
    is_announced: Generated<boolean>
  }
  users: {
    id: Generated<string>
    uid: string
    issuer: string
    email: string
    name: Generated<string>
    role: Generated<'customer' | 'admin'>
    email_verified: Generated<boolean>
    deactivated_at: Date | null
    created_at: ReadOnlyColumn<Date>
    signed_out_before: Date | null
    erasure_requested_at: Date | null
    erasure_attempts: Generated<number>
    next_erasure_at: Generated<Date>
    erased_at: Date | null
    price_list: string | null
  }
  vehicle_codes: {
    scheme: 'vcdb' | 'ktype' | 'kba' | 'epid' | 'own'
    code: string
    model_id: number
    year_from: number
    year_to: number
    decilitres: number | null
    cylinders: number | null
    fuel: 'petrol' | 'diesel' | 'electric' | 'hybrid' | 'flex' | 'gas' | null
  }
  vehicle_makes: {
    id: Generated<number>
    slug: string
    name: string
    aliases: Generated<string[]>
  }
  vehicle_models: {
    id: Generated<number>
    make_id: number
    slug: string
    name: string
    aliases: Generated<string[]>
    years: string | null
    source: 'vpic' | 'import' | 'admin'
    hidden_at: Date | null
  }
  vehicle_wishes: {
    day: Date
    model_id: number
    year: number
    kind: string | null
    count: number
  }
  webhook_events: {
    id: string
    type: string
    intent_id: string | null
    received_at: ReadOnlyColumn<Date>
    processed_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_error: string | null
  }
}
