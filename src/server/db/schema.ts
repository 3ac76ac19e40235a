import type { AdminAction } from '#contract/audit.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Set by the database, never written. */
type Made<T> = ColumnType<T, never, never>

export interface Schema {
  users: {
    id: Generated<string>
    uid: string
    issuer: string
    email: string
    name: Generated<string>
    role: Generated<'customer' | 'admin'>
    email_verified: Generated<boolean>
    deactivated_at: Date | null
    signed_out_before: Date | null
    created_at: Made<Date>
  }
  revoked_sessions: { user_id: string; signed_in_at: Date; revoked_at: Made<Date> }
  profiles: {
    user_id: string
    address: string
    phone: string
    fb_link: string
    img: string
    updated_at: Generated<Date>
  }
  products: {
    id: Generated<string>
    name: string
    email: string
    price_cents: number
    quantity: number
    description: string
    img: string
    created_at: Made<Date>
    archived_at: Date | null
    part_number: string | null
    kind: string | null
  }
  product_prices: {
    id: GeneratedAlways<number>
    product_id: string
    price_cents: number
    valid_from: Date
  }
  orders: {
    id: Generated<string>
    user_id: string
    email: string
    product_id: string
    name: string
    img: string
    unit_price_cents: number
    quantity: number
    total_cents: number
    shipping_cents: Generated<number>
    part_number: string | null
    status: Generated<'unpaid' | 'paid' | 'shipped' | 'refunded'>
    paid: GeneratedAlways<boolean>
    shipping: GeneratedAlways<boolean>
    transaction_id: string | null
    hold_round: Generated<number>
    held_until: Date | null
    created_at: Made<Date>
    deleted_at: Date | null
    lapse_attempts: Generated<number>
    next_lapse_at: Generated<Date>
    delivery_name: string | null
    delivery_phone: string | null
    delivery_address: string | null
  }
  order_events: {
    id: GeneratedAlways<number>
    order_id: string
    kind:
      | 'placed'
      | 'lapsed'
      | 'held'
      | 'paid'
      | 'shipped'
      | 'deleted'
      | 'restored'
      | 'refunded'
      | 'partly-refunded'
    actor: string
    details: Generated<Record<string, unknown>>
    created_at: Made<Date>
  }
  stock_movements: {
    id: GeneratedAlways<number>
    product_id: string
    order_id: string | null
    hold_round: number | null
    delta: number
    reason: 'received' | 'corrected' | 'held' | 'released'
    created_at: Made<Date>
  }
  payment_intents: {
    order_id: string
    hold_round: number
    intent_id: string | null
    status: Generated<string>
    created_at: Made<Date>
    polls: Generated<number>
    next_poll_at: Generated<Date>
  }
  refunds: {
    intent_id: string
    order_id: string
    reason: string
    refund_id: string | null
    created_at: Made<Date>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
  }
  webhook_events: {
    id: string
    type: string
    intent_id: string | null
    received_at: Made<Date>
    processed_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_error: string | null
  }
  reviews: {
    id: Generated<string>
    user_id: string
    name: string
    rating: number
    title: string
    description: string
    created_at: Made<Date>
    product_id: string | null
    is_verified: Generated<boolean>
    hidden_at: Date | null
  }
  admin_actions: {
    id: GeneratedAlways<number>
    actor: string
    action: AdminAction
    target: string
    before: Record<string, unknown>
    after: Record<string, unknown>
    request_id: string | null
    created_at: Made<Date>
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: string
    answer: unknown
    created_at: Made<Date>
  }
  contact_messages: {
    id: Generated<string>
    name: string
    email: string
    phone: string
    message: string
    created_at: Made<Date>
    done_at: Date | null
    done_by: string | null
  }
  newsletter_subscriptions: {
    id: Generated<string>
    email: string
    confirm_token: string
    unsubscribe_token: string
    created_at: Made<Date>
    mailed_at: Generated<Date>
    confirmed_at: Date | null
  }
  product_imports: {
    id: Generated<string>
    user_id: string
    file_name: string
    /** SHA-256 of its bytes, once all of them were read. */
    digest: string | null
    /** Units that it adds to what there is, so that it is imported once. */
    adds_units: Generated<boolean>
    state: Generated<'reading' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'>
    new_rows: Generated<number>
    changed_rows: Generated<number>
    unchanged_rows: Generated<number>
    wrong_rows: Generated<number>
    kept_rows: Generated<number>
    done_rows: Generated<number>
    problem: string | null
    request_id: string | null
    created_at: Made<Date>
    changed_at: Generated<Date>
  }
  product_import_rows: {
    import_id: string
    line: number
    outcome: 'new' | 'changed' | 'unchanged' | 'wrong'
    name: string
    product_id: string | null
    before: Generated<Record<string, unknown>>
    after: Generated<Record<string, unknown>>
    stock: Generated<number>
    delta: Generated<number>
    /** Of a row that counts units: those that had come other than by orders when it was checked. */
    supplied: number | null
    problems: Generated<string[]>
    note: string | null
  }
  order_mails: {
    order_id: string
    kind: 'placed' | 'lapsed' | 'paid' | 'shipped' | 'refunded' | 'partly-refunded'
    reference: string
    details: { reason?: string; cents?: number }
    created_at: Made<Date>
    made_at: Date | null
  }
  outbox: {
    id: GeneratedAlways<number>
    recipient: string
    subject: string
    text_body: string
    html_body: string
    reply_to: string | null
    unsubscribe_url: string | null
    created_at: Made<Date>
    sent_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_error: string | null
  }
  job_runs: {
    name: string
    due_at: Date
    finished_at: Date | null
    outcome: unknown
  }
}
