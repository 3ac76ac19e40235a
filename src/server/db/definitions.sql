-- Generated from the migrated database by `npm run schema`. Change the migrations, not this file.

-- Tables

CREATE TABLE addresses (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  company text NOT NULL,
  street text NOT NULL,
  postal_code text NOT NULL,
  town text NOT NULL,
  region text NOT NULL,
  country text NOT NULL,
  printed text NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  CONSTRAINT addresses_pkey PRIMARY KEY (id),
  CONSTRAINT addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT addresses_company_check CHECK ((length(company) <= 80)),
  CONSTRAINT addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT addresses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT addresses_phone_check CHECK (((length(phone) >= 10) AND (length(phone) <= 40))),
  CONSTRAINT addresses_postal_code_check CHECK ((length(postal_code) <= 16)),
  CONSTRAINT addresses_printed_check CHECK (((length(printed) >= 1) AND (length(printed) <= 500))),
  CONSTRAINT addresses_region_check CHECK ((length(region) <= 80)),
  CONSTRAINT addresses_street_check CHECK (((length(street) >= 1) AND (length(street) <= 160))),
  CONSTRAINT addresses_town_check CHECK (((length(town) >= 1) AND (length(town) <= 80)))
);
CREATE INDEX addresses_account ON public.addresses (user_id);
CREATE UNIQUE INDEX addresses_default ON public.addresses (user_id) WHERE is_default;

CREATE TABLE admin_actions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  request_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT admin_actions_pkey PRIMARY KEY (id),
  CONSTRAINT admin_actions_action_check CHECK ((action = ANY (ARRAY['grant-admin'::text, 'revoke-admin'::text, 'deactivate-user'::text, 'reactivate-user'::text, 'add-product'::text, 'change-product'::text, 'archive-product'::text, 'restore-product'::text, 'import-products'::text, 'ship-order'::text, 'refund-order'::text, 'hide-review'::text, 'show-review'::text, 'finish-message'::text]))),
  CONSTRAINT admin_actions_actor_check CHECK (((actor = ANY (ARRAY['command-line'::text, 'configuration'::text])) OR (actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)))
);
CREATE INDEX admin_actions_newest ON public.admin_actions (created_at DESC, id DESC);
CREATE INDEX admin_actions_newest_of_target ON public.admin_actions (target, id DESC);
CREATE INDEX admin_actions_of_actor ON public.admin_actions (actor, id DESC);
CREATE INDEX admin_actions_of_kind ON public.admin_actions (action, id DESC);

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target uuid,
  target_key text,
  related uuid,
  name text,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  request_id text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_check CHECK ((num_nonnulls(target, target_key) = 1))
);
CREATE INDEX audit_entries_by_name ON public.audit_entries USING gin (name gin_trgm_ops);
CREATE INDEX audit_entries_newest ON public.audit_entries (created_at DESC, id DESC);
CREATE INDEX audit_entries_of_action ON public.audit_entries (action);
CREATE INDEX audit_entries_of_actor ON public.audit_entries (actor);
CREATE INDEX audit_entries_of_key ON public.audit_entries (target_key) WHERE (target_key IS NOT NULL);
CREATE INDEX audit_entries_of_related ON public.audit_entries (related) WHERE (related IS NOT NULL);
CREATE INDEX audit_entries_of_target ON public.audit_entries (target);

CREATE TABLE car_pages (
  place integer NOT NULL,
  path text NOT NULL,
  CONSTRAINT car_pages_pkey PRIMARY KEY (place)
);

CREATE TABLE cart_lines (
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  quantity integer NOT NULL,
  seen_price_cents integer NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  vehicle text,
  engine text,
  number text,
  CONSTRAINT cart_lines_pkey PRIMARY KEY (user_id, product_id),
  CONSTRAINT cart_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT cart_lines_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT cart_lines_car CHECK (((length(vehicle) <= 130) AND (length(engine) <= 40) AND ((engine IS NULL) OR (vehicle IS NOT NULL)))) NOT VALID,
  CONSTRAINT cart_lines_number CHECK (((length(number) >= 1) AND (length(number) <= 100))) NOT VALID,
  CONSTRAINT cart_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000))),
  CONSTRAINT cart_lines_seen_price_cents_check CHECK ((seen_price_cents > 0))
);
CREATE INDEX cart_lines_changed ON public.cart_lines (changed_at);

CREATE TABLE contact_messages (
  id uuid DEFAULT new_id() NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  message text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  done_at timestamp with time zone,
  done_by uuid,
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id),
  CONSTRAINT contact_messages_check CHECK (((done_at IS NULL) = (done_by IS NULL)))
);
CREATE INDEX contact_messages_done ON public.contact_messages (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX contact_messages_of_sender ON public.contact_messages (email, created_at);
CREATE INDEX contact_messages_words ON public.contact_messages USING gin (name gin_trgm_ops, email gin_trgm_ops, message gin_trgm_ops);

CREATE TABLE credit_notes (
  number integer NOT NULL,
  order_id uuid NOT NULL,
  refund_id text,
  amount_cents bigint NOT NULL,
  refund_no smallint,
  issued_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  included_tax_cents bigint,
  is_itemized boolean DEFAULT true NOT NULL,
  CONSTRAINT credit_notes_of_refund UNIQUE (order_id, refund_no),
  CONSTRAINT credit_notes_refund UNIQUE (refund_id),
  CONSTRAINT credit_notes_pkey PRIMARY KEY (number),
  CONSTRAINT credit_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT credit_notes_order_id_refund_no_fkey FOREIGN KEY (order_id, refund_no) REFERENCES partial_refunds(order_id, refund_no),
  CONSTRAINT credit_notes_amount CHECK ((amount_cents > 0)),
  CONSTRAINT credit_notes_number CHECK ((number > 0))
);

CREATE TABLE dispute_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  dispute_id text NOT NULL,
  order_id uuid NOT NULL,
  state text NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT dispute_events_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_events_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id),
  CONSTRAINT dispute_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT dispute_events_state_check CHECK ((state = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX dispute_events_of_order ON public.dispute_events (order_id);

CREATE TABLE disputes (
  id text NOT NULL,
  order_id uuid NOT NULL,
  intent_id text NOT NULL,
  state text NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  amount_cents bigint NOT NULL,
  due_by timestamp with time zone,
  opened_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT disputes_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT disputes_state_check CHECK ((state = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX disputes_changed ON public.disputes (changed_at);
CREATE INDEX disputes_of_intent ON public.disputes (intent_id);
CREATE INDEX disputes_of_order ON public.disputes (order_id);

CREATE TABLE erased_identities (
  uid_hash text NOT NULL,
  erased_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT erased_identities_pkey PRIMARY KEY (uid_hash)
);

CREATE TABLE fitment_import_pieces (
  import_id uuid NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT fitment_import_pieces_pkey PRIMARY KEY (import_id, piece),
  CONSTRAINT fitment_import_pieces_import_id_fkey FOREIGN KEY (import_id) REFERENCES fitment_imports(id)
);

CREATE TABLE fitment_import_products (
  import_id uuid NOT NULL,
  product_id uuid NOT NULL,
  was_universal boolean NOT NULL,
  becomes_universal boolean NOT NULL,
  fitments_before integer NOT NULL,
  fitments_after integer NOT NULL,
  digest_before text NOT NULL,
  digest_after text,
  note text,
  CONSTRAINT fitment_import_products_pkey PRIMARY KEY (import_id, product_id),
  CONSTRAINT fitment_import_products_import_id_fkey FOREIGN KEY (import_id) REFERENCES fitment_imports(id),
  CONSTRAINT fitment_import_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE fitment_import_rows (
  import_id uuid NOT NULL,
  line integer NOT NULL,
  part integer NOT NULL,
  replaces integer,
  model_id integer,
  fitment_id bigint,
  product_id uuid,
  year_from smallint,
  year_to smallint,
  decilitres smallint,
  cylinders smallint,
  per_car smallint,
  is_universal boolean DEFAULT false NOT NULL,
  outcome text,
  fuel text,
  position text,
  note text,
  part_number text,
  part_key text,
  make text,
  make_key text,
  model text,
  model_key text,
  problem text,
  remark text,
  left_out boolean DEFAULT false NOT NULL,
  CONSTRAINT fitment_import_rows_pkey PRIMARY KEY (import_id, line, part),
  CONSTRAINT fitment_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES fitment_imports(id),
  CONSTRAINT fitment_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'removed'::text, 'replaced'::text, 'wrong'::text])))
);
CREATE INDEX fitment_import_rows_of_outcome ON public.fitment_import_rows (import_id, outcome, line, part) WHERE (outcome IS NOT NULL);

CREATE TABLE fitment_imports (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL,
  mode text NOT NULL,
  state text DEFAULT 'reading'::text NOT NULL,
  new_rows integer DEFAULT 0 NOT NULL,
  changed_rows integer DEFAULT 0 NOT NULL,
  removed_rows integer DEFAULT 0 NOT NULL,
  unchanged_rows integer DEFAULT 0 NOT NULL,
  wrong_rows integer DEFAULT 0 NOT NULL,
  parts integer DEFAULT 0 NOT NULL,
  kept_parts integer DEFAULT 0 NOT NULL,
  kept_rows integer DEFAULT 0 NOT NULL,
  progress double precision DEFAULT 0 NOT NULL,
  problem text,
  problems jsonb DEFAULT '[]'::jsonb NOT NULL,
  request_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  remarks jsonb DEFAULT '[]'::jsonb NOT NULL,
  only_known boolean DEFAULT false NOT NULL,
  skipped_rows integer DEFAULT 0 NOT NULL,
  CONSTRAINT fitment_imports_pkey PRIMARY KEY (id),
  CONSTRAINT fitment_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT fitment_imports_mode_check CHECK ((mode = ANY (ARRAY['replace'::text, 'add'::text]))),
  CONSTRAINT fitment_imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'checking'::text, 'failed'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX fitment_imports_open ON public.fitment_imports (created_at) WHERE (state = ANY (ARRAY['checking'::text, 'applying'::text, 'undoing'::text]));

CREATE TABLE fitments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id uuid NOT NULL,
  kind text,
  model_id integer NOT NULL,
  year_from smallint NOT NULL,
  year_to smallint NOT NULL,
  decilitres smallint,
  cylinders smallint,
  fuel text,
  position text,
  per_car smallint,
  note text,
  CONSTRAINT fitments_pkey PRIMARY KEY (id),
  CONSTRAINT fitments_model_id_fkey FOREIGN KEY (model_id) REFERENCES vehicle_models(id),
  CONSTRAINT fitments_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT fitments_check CHECK ((((year_from >= 1886) AND (year_from <= 2100)) AND (year_from <= year_to) AND (year_to <= 2100))),
  CONSTRAINT fitments_cylinders_check CHECK (((cylinders >= 1) AND (cylinders <= 16))),
  CONSTRAINT fitments_decilitres_check CHECK (((decilitres >= 1) AND (decilitres <= 200))),
  CONSTRAINT fitments_fuel_check CHECK ((fuel = ANY (ARRAY['petrol'::text, 'diesel'::text, 'electric'::text, 'hybrid'::text, 'flex'::text, 'gas'::text]))),
  CONSTRAINT fitments_note_check CHECK (((length(note) >= 1) AND (length(note) <= 300))),
  CONSTRAINT fitments_per_car_check CHECK (((per_car >= 1) AND (per_car <= 99))),
  CONSTRAINT fitments_position_check CHECK (("position" = ANY (ARRAY['front'::text, 'rear'::text, 'left'::text, 'right'::text, 'front-left'::text, 'front-right'::text, 'rear-left'::text, 'rear-right'::text, 'upper'::text, 'lower'::text, 'inner'::text, 'outer'::text])))
);
CREATE INDEX fitments_of_model ON public.fitments (model_id, kind, year_to, year_from) INCLUDE (product_id, decilitres, cylinders, fuel);
CREATE UNIQUE INDEX fitments_once ON public.fitments (product_id, model_id, year_from, year_to, decilitres, cylinders, fuel, "position", note) NULLS NOT DISTINCT;

CREATE TABLE garages (
  user_id uuid NOT NULL,
  cars jsonb NOT NULL,
  version uuid DEFAULT new_id() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT garages_pkey PRIMARY KEY (user_id),
  CONSTRAINT garages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT garages_cars_check CHECK ((jsonb_array_length(cars) <= 20))
);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  answer jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_time ON public.idempotency_keys USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');

CREATE TABLE identity.account (
  id text NOT NULL,
  accountId text NOT NULL,
  providerId text NOT NULL,
  userId text NOT NULL,
  accessToken text,
  refreshToken text,
  idToken text,
  accessTokenExpiresAt timestamp with time zone,
  refreshTokenExpiresAt timestamp with time zone,
  scope text,
  password text,
  createdAt timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updatedAt timestamp with time zone NOT NULL,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_userId_fkey FOREIGN KEY ("userId") REFERENCES identity."user"(id) ON DELETE CASCADE
);
CREATE INDEX account_of_user ON identity.account ("userId");

CREATE TABLE identity.jwks (
  id text NOT NULL,
  publicKey text NOT NULL,
  privateKey text NOT NULL,
  createdAt timestamp with time zone NOT NULL,
  expiresAt timestamp with time zone,
  alg text,
  crv text,
  CONSTRAINT jwks_pkey PRIMARY KEY (id)
);

CREATE TABLE identity.known_browser (
  token_hash text NOT NULL,
  user_id text NOT NULL,
  seen_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT known_browser_pkey PRIMARY KEY (token_hash, user_id),
  CONSTRAINT known_browser_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id) ON DELETE CASCADE
);
CREATE INDEX known_browser_of_user ON identity.known_browser (user_id, seen_at);

CREATE TABLE identity.session (
  id text NOT NULL,
  expiresAt timestamp with time zone NOT NULL,
  token text NOT NULL,
  createdAt timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updatedAt timestamp with time zone NOT NULL,
  ipAddress text,
  userAgent text,
  userId text NOT NULL,
  verifiedAtSignIn boolean,
  CONSTRAINT session_token_key UNIQUE (token),
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_userId_fkey FOREIGN KEY ("userId") REFERENCES identity."user"(id) ON DELETE CASCADE
);
CREATE INDEX session_of_user ON identity.session ("userId");

CREATE TABLE identity.user (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  emailVerified boolean NOT NULL,
  image text,
  createdAt timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updatedAt timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_email_key UNIQUE (email),
  CONSTRAINT user_pkey PRIMARY KEY (id)
);

CREATE TABLE identity.verification (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expiresAt timestamp with time zone NOT NULL,
  createdAt timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updatedAt timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT verification_pkey PRIMARY KEY (id)
);
CREATE INDEX reset_link_of_user ON identity.verification (value) WHERE (identifier ~~ 'reset-password:%'::text);
CREATE INDEX verification_identifier ON identity.verification (identifier);

CREATE TABLE invoice_terms (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  seller_name text NOT NULL,
  seller_address text NOT NULL,
  seller_tax_id text,
  tax_name text,
  tax_rate integer,
  CONSTRAINT invoice_terms_once UNIQUE NULLS NOT DISTINCT (seller_name, seller_address, seller_tax_id, tax_name, tax_rate),
  CONSTRAINT invoice_terms_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_terms_tax CHECK ((((tax_name IS NULL) = (tax_rate IS NULL)) AND ((tax_rate >= 1) AND (tax_rate <= 100000))))
);

CREATE TABLE invoices (
  number integer NOT NULL,
  order_id uuid NOT NULL,
  terms_id integer NOT NULL,
  bill_to_name text,
  bill_to_address text,
  issued_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  bill_to_company text,
  bill_to_tax_id text,
  CONSTRAINT invoices_order UNIQUE (order_id),
  CONSTRAINT invoices_pkey PRIMARY KEY (number),
  CONSTRAINT invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT invoices_terms_id_fkey FOREIGN KEY (terms_id) REFERENCES invoice_terms(id),
  CONSTRAINT invoices_bill_to CHECK ((((length(bill_to_name) >= 1) AND (length(bill_to_name) <= 200)) AND ((length(bill_to_address) >= 1) AND (length(bill_to_address) <= 500)))),
  CONSTRAINT invoices_bill_to_company CHECK ((((length(bill_to_company) >= 1) AND (length(bill_to_company) <= 100)) AND ((length(bill_to_tax_id) >= 1) AND (length(bill_to_tax_id) <= 40)))) NOT VALID,
  CONSTRAINT invoices_number CHECK ((number > 0))
);

CREATE TABLE job_runs (
  name text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  outcome jsonb,
  checked_until timestamp with time zone,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name)
);

CREATE TABLE list_prices (
  price_list uuid NOT NULL,
  product_id uuid NOT NULL,
  min_quantity integer NOT NULL,
  price_cents integer NOT NULL,
  CONSTRAINT list_prices_pkey PRIMARY KEY (price_list, product_id, min_quantity),
  CONSTRAINT list_prices_price_list_fkey FOREIGN KEY (price_list) REFERENCES price_lists(id) ON DELETE CASCADE,
  CONSTRAINT list_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT list_prices_min_quantity_check CHECK ((min_quantity >= 1)),
  CONSTRAINT list_prices_price_cents_check CHECK ((price_cents >= 1))
);
CREATE INDEX list_prices_by_price ON public.list_prices (price_list, price_cents, product_id) WHERE (min_quantity = 1);
CREATE INDEX list_prices_of_product ON public.list_prices (product_id);

CREATE TABLE newsletter_subscriptions (
  id uuid DEFAULT new_id() NOT NULL,
  email text NOT NULL,
  confirm_token text NOT NULL,
  unsubscribe_token text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  mailed_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT newsletter_subscriptions_confirm_token_key UNIQUE (confirm_token),
  CONSTRAINT newsletter_subscriptions_email_key UNIQUE (email),
  CONSTRAINT newsletter_subscriptions_unsubscribe_token_key UNIQUE (unsubscribe_token),
  CONSTRAINT newsletter_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT newsletter_subscriptions_email_check CHECK ((email = lower(email)))
);
CREATE INDEX newsletter_subscriptions_open ON public.newsletter_subscriptions (mailed_at) WHERE (confirmed_at IS NULL);

CREATE TABLE number_import_pieces (
  import_id uuid NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT number_import_pieces_pkey PRIMARY KEY (import_id, piece),
  CONSTRAINT number_import_pieces_import_id_fkey FOREIGN KEY (import_id) REFERENCES number_imports(id) ON DELETE CASCADE
);

CREATE TABLE number_import_products (
  import_id uuid NOT NULL,
  product_id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  note text,
  CONSTRAINT number_import_products_pkey PRIMARY KEY (import_id, product_id),
  CONSTRAINT number_import_products_import_id_fkey FOREIGN KEY (import_id) REFERENCES number_imports(id),
  CONSTRAINT number_import_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE number_import_rows (
  import_id uuid NOT NULL,
  line integer NOT NULL,
  part integer DEFAULT 0 NOT NULL,
  part_number text NOT NULL,
  part_key text NOT NULL,
  kind text,
  brand text,
  number text,
  key text GENERATED ALWAYS AS (part_key(number)) STORED,
  successor text,
  successor_key text,
  product_id uuid,
  successor_id uuid,
  outcome text,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  problem text,
  left_out boolean DEFAULT false NOT NULL,
  CONSTRAINT number_import_rows_pkey PRIMARY KEY (import_id, line, part),
  CONSTRAINT number_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES number_imports(id),
  CONSTRAINT number_import_rows_kind_check CHECK ((kind = ANY (ARRAY['oem'::text, 'interchange'::text, 'replaced'::text, 'barcode'::text]))),
  CONSTRAINT number_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'removed'::text, 'wrong'::text])))
);
CREATE INDEX number_import_rows_of_outcome ON public.number_import_rows (import_id, outcome, line, part) WHERE (outcome IS NOT NULL);

CREATE TABLE number_imports (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL,
  mode text NOT NULL,
  state text DEFAULT 'reading'::text NOT NULL,
  new_rows integer DEFAULT 0 NOT NULL,
  changed_rows integer DEFAULT 0 NOT NULL,
  removed_rows integer DEFAULT 0 NOT NULL,
  unchanged_rows integer DEFAULT 0 NOT NULL,
  wrong_rows integer DEFAULT 0 NOT NULL,
  kept_rows integer DEFAULT 0 NOT NULL,
  done_rows integer DEFAULT 0 NOT NULL,
  problem text,
  request_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  only_known boolean DEFAULT false NOT NULL,
  skipped_rows integer DEFAULT 0 NOT NULL,
  CONSTRAINT number_imports_pkey PRIMARY KEY (id),
  CONSTRAINT number_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT number_imports_mode_check CHECK ((mode = ANY (ARRAY['replace'::text, 'add'::text]))),
  CONSTRAINT number_imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX number_imports_open ON public.number_imports (created_at) WHERE (state = ANY (ARRAY['applying'::text, 'undoing'::text]));

CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT order_events_pkey PRIMARY KEY (id),
  CONSTRAINT order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_events_kind_check CHECK ((kind = ANY (ARRAY['lapsed'::text, 'held'::text, 'paid'::text, 'shipped'::text, 'deleted'::text, 'restored'::text, 'refunded'::text, 'partly-refunded'::text])))
);
CREATE INDEX order_events_by_time ON public.order_events USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX order_events_of_order ON public.order_events (order_id);
CREATE INDEX order_events_paid ON public.order_events (created_at) INCLUDE (order_id) WHERE (kind = 'paid'::text);

CREATE TABLE order_lines (
  order_id uuid NOT NULL,
  line smallint NOT NULL,
  product_id uuid NOT NULL,
  name text NOT NULL,
  img text NOT NULL,
  part_number text,
  unit_price_cents integer NOT NULL,
  quantity integer NOT NULL,
  minimum_order integer NOT NULL,
  pack_size integer NOT NULL,
  vehicle text,
  verdict text,
  list_price_cents integer,
  price_from text,
  taxes integer[],
  ordered_as text,
  CONSTRAINT order_lines_once UNIQUE (product_id, order_id) INCLUDE (quantity),
  CONSTRAINT order_lines_pkey PRIMARY KEY (order_id, line),
  CONSTRAINT order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT order_lines_car CHECK ((((vehicle IS NULL) = (verdict IS NULL)) AND ((length(vehicle) >= 1) AND (length(vehicle) <= 120)) AND (verdict = ANY (ARRAY['fits'::text, 'check'::text, 'does-not-fit'::text, 'universal'::text, 'unknown'::text])))) NOT VALID,
  CONSTRAINT order_lines_positive CHECK (((LEAST((line)::integer, (201 - line), unit_price_cents, minimum_order, pack_size, (list_price_cents - unit_price_cents)) > 0) AND (num_nulls(list_price_cents, price_from) <> 1))) NOT VALID,
  CONSTRAINT order_lines_quantity CHECK (((quantity >= minimum_order) AND ((quantity % pack_size) = 0)))
);

CREATE TABLE order_mail_pauses (
  user_id uuid NOT NULL,
  kind text NOT NULL,
  mailed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT order_mail_pauses_pkey PRIMARY KEY (user_id, kind)
);

CREATE TABLE order_mail_progress (
  is_only boolean DEFAULT true NOT NULL,
  placed_until timestamp with time zone NOT NULL,
  CONSTRAINT order_mail_progress_pkey PRIMARY KEY (is_only),
  CONSTRAINT order_mail_progress_is_only_check CHECK (is_only)
);

CREATE TABLE order_mails (
  order_id uuid NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  details jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  made_at timestamp with time zone,
  CONSTRAINT order_mails_pkey PRIMARY KEY (order_id, kind, reference),
  CONSTRAINT order_mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_mails_kind_check CHECK ((kind = ANY (ARRAY['placed'::text, 'lapsed'::text, 'paid'::text, 'shipped'::text, 'refunded'::text, 'partly-refunded'::text])))
);
CREATE INDEX order_mails_open ON public.order_mails (created_at) WHERE (made_at IS NULL);

CREATE TABLE ordered_from_carts (
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  order_id uuid NOT NULL,
  ordered_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ordered_from_carts_pkey PRIMARY KEY (user_id, product_id),
  CONSTRAINT ordered_from_carts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT ordered_from_carts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT ordered_from_carts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX ordered_from_carts_age ON public.ordered_from_carts (ordered_at);

CREATE TABLE orders (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  total_cents bigint NOT NULL,
  status text DEFAULT 'unpaid'::text NOT NULL,
  paid boolean GENERATED ALWAYS AS ((status = ANY (ARRAY['paid'::text, 'shipped'::text]))) STORED NOT NULL,
  shipping boolean GENERATED ALWAYS AS ((status = 'shipped'::text)) STORED NOT NULL,
  transaction_id text,
  hold_round integer DEFAULT 1 NOT NULL,
  held_until timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  lapse_attempts integer DEFAULT 0 NOT NULL,
  next_lapse_at timestamp with time zone DEFAULT now() NOT NULL,
  delivery_name text,
  delivery_phone text,
  delivery_address text,
  shipping_cents integer DEFAULT 0 NOT NULL,
  parts text,
  held_since timestamp with time zone,
  released_at timestamp with time zone,
  dispute text,
  dispute_version integer DEFAULT 0 NOT NULL,
  ship_due_at timestamp with time zone,
  ship_actor text,
  carrier text,
  tracking_number text,
  address_asked_at timestamp with time zone,
  line_count smallint NOT NULL,
  first_line smallint DEFAULT 1 NOT NULL,
  reference text,
  delivery_place jsonb,
  tax jsonb,
  tax_added_cents integer DEFAULT 0 NOT NULL,
  is_uncovered boolean DEFAULT false NOT NULL,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_first_line FOREIGN KEY (id, first_line) REFERENCES order_lines(order_id, line),
  CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT orders_delivery_whole CHECK ((num_nulls(delivery_name, delivery_phone, delivery_address) = ANY (ARRAY[0, 3]))),
  CONSTRAINT orders_dispute CHECK ((dispute = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text]))),
  CONSTRAINT orders_shipping CHECK ((shipping_cents >= 0)),
  CONSTRAINT orders_state CHECK ((((status = 'unpaid'::text) AND (num_nonnulls(transaction_id, deleted_at, ship_due_at, ship_actor, carrier, tracking_number, reference) = 0)) OR is_order_state(status, transaction_id, held_until, deleted_at, ship_due_at, ship_actor, carrier, tracking_number, reference))),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'shipped'::text, 'refunded'::text])))
);
CREATE INDEX orders_by_code ON public.orders ("right"((id)::text, 8)) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_email ON public.orders (email text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_reference ON public.orders (lower(reference) text_pattern_ops) WHERE ((reference IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX orders_by_status ON public.orders (status, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX orders_cancelled ON public.orders (user_id, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX orders_disputed ON public.orders (id DESC) WHERE (dispute = ANY (ARRAY['inquiry'::text, 'open'::text]));
CREATE INDEX orders_held ON public.orders (held_until) WHERE (held_until IS NOT NULL);
CREATE INDEX orders_of_erased ON public.orders (id) WHERE ((email = 'order@erased.invalid'::text) AND (delivery_address IS NOT NULL));
CREATE INDEX orders_of_user ON public.orders (user_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX orders_payments_of_user ON public.orders (user_id, id) WHERE paid;
CREATE INDEX orders_released_of_user ON public.orders (user_id, released_at) WHERE (released_at IS NOT NULL);
CREATE INDEX orders_reserved_of_user ON public.orders (user_id) WHERE (COALESCE(held_until, '-infinity'::timestamp with time zone) > '-infinity'::timestamp with time zone);
CREATE INDEX orders_ship_due ON public.orders (ship_due_at) WHERE (ship_due_at IS NOT NULL);
CREATE INDEX orders_shipped ON public.orders (id DESC) WHERE ((deleted_at IS NULL) AND ((status = 'shipped'::text) OR ((status = 'paid'::text) AND (ship_due_at IS NOT NULL) AND ((dispute = ANY (ARRAY['inquiry'::text, 'open'::text])) IS NOT TRUE))));
CREATE INDEX orders_with_person ON public.orders (id) WHERE ((email <> 'order@erased.invalid'::text) OR (delivery_address IS NOT NULL));
CREATE INDEX orders_without_address ON public.orders (id) WHERE ((status = 'paid'::text) AND (delivery_address IS NULL) AND (address_asked_at IS NULL));
CREATE INDEX orders_words ON public.orders USING gin (name gin_trgm_ops, parts gin_trgm_ops, email gin_trgm_ops, transaction_id gin_trgm_ops) WITH (gin_pending_list_limit='65536') WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX orders_transaction_id_key ON public.orders (transaction_id) WHERE (transaction_id IS NOT NULL);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  last_error text,
  reply_to text,
  unsubscribe_url text,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_open ON public.outbox (next_attempt_at) WHERE (sent_at IS NULL);
CREATE INDEX outbox_recipient ON public.outbox (recipient);
CREATE INDEX outbox_reply_to ON public.outbox (reply_to) WHERE (reply_to IS NOT NULL);

CREATE TABLE owner_notices (
  order_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT owner_notices_pkey PRIMARY KEY (order_id),
  CONSTRAINT owner_notices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);

CREATE TABLE partial_refund_lines (
  order_id uuid NOT NULL,
  refund_no smallint NOT NULL,
  line smallint NOT NULL,
  quantity integer NOT NULL,
  taxes integer[],
  CONSTRAINT partial_refund_lines_pkey PRIMARY KEY (order_id, line, refund_no),
  CONSTRAINT partial_refund_lines_order_id_line_fkey FOREIGN KEY (order_id, line) REFERENCES order_lines(order_id, line),
  CONSTRAINT partial_refund_lines_order_id_refund_no_fkey FOREIGN KEY (order_id, refund_no) REFERENCES partial_refunds(order_id, refund_no),
  CONSTRAINT partial_refund_lines_quantity_check CHECK ((quantity > 0))
);

CREATE TABLE partial_refunds (
  order_id uuid NOT NULL,
  refund_no smallint NOT NULL,
  intent_id text NOT NULL,
  amount_cents bigint NOT NULL,
  is_restocked boolean NOT NULL,
  actor text NOT NULL,
  note text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  refund_id text,
  refused_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT (now() + '00:00:30'::interval) NOT NULL,
  CONSTRAINT partial_refunds_refund_id_key UNIQUE (refund_id),
  CONSTRAINT partial_refunds_pkey PRIMARY KEY (order_id, refund_no),
  CONSTRAINT partial_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT partial_refunds_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT partial_refunds_check CHECK (((refund_id IS NULL) OR (refused_at IS NULL))),
  CONSTRAINT partial_refunds_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  CONSTRAINT partial_refunds_refund_no_check CHECK (((refund_no >= 1) AND (refund_no <= 1000)))
);
CREATE INDEX partial_refunds_open ON public.partial_refunds (next_attempt_at) WHERE ((refund_id IS NULL) AND (refused_at IS NULL));

CREATE TABLE payment_intents (
  order_id uuid NOT NULL,
  hold_round integer NOT NULL,
  intent_id text,
  status text DEFAULT 'creating'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  polls integer DEFAULT 0 NOT NULL,
  next_poll_at timestamp with time zone DEFAULT (now() + '00:00:30'::interval) NOT NULL,
  CONSTRAINT payment_intents_intent_id_key UNIQUE (intent_id),
  CONSTRAINT payment_intents_pkey PRIMARY KEY (order_id, hold_round),
  CONSTRAINT payment_intents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX payment_intents_open ON public.payment_intents (next_poll_at) WHERE (status <> ALL (ARRAY['succeeded'::text, 'canceled'::text]));
CREATE UNIQUE INDEX payment_intents_live ON public.payment_intents (order_id) WHERE (status <> ALL (ARRAY['succeeded'::text, 'canceled'::text]));

CREATE TABLE price_lists (
  id uuid DEFAULT new_id() NOT NULL,
  name text NOT NULL,
  percent_off numeric(4,2) DEFAULT 0 NOT NULL,
  min_order_cents integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT price_lists_pkey PRIMARY KEY (id),
  CONSTRAINT price_lists_min_order_cents_check CHECK ((min_order_cents >= 0)),
  CONSTRAINT price_lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT price_lists_percent_off_check CHECK (((percent_off >= (0)::numeric) AND (percent_off <= (90)::numeric)))
);
CREATE UNIQUE INDEX price_lists_name ON public.price_lists (lower(name));

CREATE TABLE product_import_pieces (
  import_id uuid NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT product_import_pieces_pkey PRIMARY KEY (import_id, piece),
  CONSTRAINT product_import_pieces_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
);

CREATE TABLE product_import_rows (
  import_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL,
  name text NOT NULL,
  product_id uuid,
  before jsonb DEFAULT '{}'::jsonb NOT NULL,
  after jsonb DEFAULT '{}'::jsonb NOT NULL,
  stock integer DEFAULT 0 NOT NULL,
  delta integer DEFAULT 0 NOT NULL,
  problems text[] DEFAULT '{}'::text[] NOT NULL,
  note text,
  supplied bigint,
  left_out boolean DEFAULT false NOT NULL,
  CONSTRAINT product_import_rows_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT product_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id),
  CONSTRAINT product_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'wrong'::text])))
);
CREATE INDEX product_import_rows_of_outcome ON public.product_import_rows (import_id, outcome, line);
CREATE INDEX product_import_rows_of_product ON public.product_import_rows (import_id, product_id);

CREATE TABLE product_imports (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL,
  state text DEFAULT 'reading'::text NOT NULL,
  new_rows integer DEFAULT 0 NOT NULL,
  changed_rows integer DEFAULT 0 NOT NULL,
  unchanged_rows integer DEFAULT 0 NOT NULL,
  wrong_rows integer DEFAULT 0 NOT NULL,
  kept_rows integer DEFAULT 0 NOT NULL,
  done_rows integer DEFAULT 0 NOT NULL,
  problem text,
  request_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  digest text,
  adds_units boolean DEFAULT false NOT NULL,
  only_known boolean DEFAULT false NOT NULL,
  skipped_rows integer DEFAULT 0 NOT NULL,
  has_stock_before boolean DEFAULT false NOT NULL,
  CONSTRAINT product_imports_pkey PRIMARY KEY (id),
  CONSTRAINT product_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT product_imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX product_imports_open ON public.product_imports (created_at) WHERE (state = ANY (ARRAY['applying'::text, 'undoing'::text]));
CREATE UNIQUE INDEX product_imports_once ON public.product_imports (digest) WHERE (adds_units AND (state = ANY (ARRAY['applied'::text, 'undoing'::text])));

CREATE TABLE product_numbers (
  product_id uuid NOT NULL,
  kind text NOT NULL,
  brand text DEFAULT ''::text NOT NULL,
  number text NOT NULL,
  key text GENERATED ALWAYS AS (part_key(number)) STORED NOT NULL,
  CONSTRAINT product_numbers_pkey PRIMARY KEY (product_id, kind, brand, key),
  CONSTRAINT product_numbers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT product_numbers_brand_check CHECK ((length(brand) <= 60)),
  CONSTRAINT product_numbers_key_check CHECK ((key <> ''::text)),
  CONSTRAINT product_numbers_kind_check CHECK ((kind = ANY (ARRAY['oem'::text, 'interchange'::text, 'replaced'::text, 'barcode'::text]))),
  CONSTRAINT product_numbers_number_check CHECK ((length(number) <= 40))
);
CREATE INDEX product_numbers_key ON public.product_numbers (key text_pattern_ops);
CREATE INDEX product_numbers_parts ON public.product_numbers USING gin (key gin_trgm_ops);

CREATE TABLE product_prices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id uuid NOT NULL,
  price_cents integer NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  breaks integer[],
  CONSTRAINT product_prices_pkey PRIMARY KEY (id),
  CONSTRAINT product_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX product_prices_of_product ON public.product_prices (product_id, valid_from, id);

CREATE TABLE product_ratings (
  product_id uuid NOT NULL,
  ratings integer NOT NULL,
  stars integer NOT NULL,
  CONSTRAINT product_ratings_pkey PRIMARY KEY (product_id),
  CONSTRAINT product_ratings_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT product_ratings_ratings_check CHECK ((ratings >= 0)),
  CONSTRAINT product_ratings_stars_check CHECK ((stars >= 0))
);

CREATE TABLE products (
  id uuid DEFAULT new_id() NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  price_cents integer NOT NULL,
  quantity integer NOT NULL,
  description text NOT NULL,
  img text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  archived_at timestamp with time zone,
  part_number text,
  kind text,
  brand text,
  minimum_order integer,
  pack_size integer,
  condition text,
  weight_grams integer,
  size_mm text,
  warranty_months integer,
  in_the_box text,
  img_alt text,
  more_pictures text,
  is_universal boolean DEFAULT false NOT NULL,
  replaced_by uuid,
  breaks integer[],
  uncovered_units integer DEFAULT 0 NOT NULL,
  beyond_half_at timestamp with time zone,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_replaced_by FOREIGN KEY (replaced_by) REFERENCES products(id) NOT VALID,
  CONSTRAINT products_not_replaced_by_itself CHECK ((replaced_by <> id)) NOT VALID,
  CONSTRAINT products_part_number CHECK (((part_number COLLATE "C") ~ '[A-Za-z0-9]'::text)),
  CONSTRAINT products_positive CHECK ((LEAST(price_cents, minimum_order, pack_size, warranty_months, weight_grams) > 0)),
  CONSTRAINT products_quantity_check CHECK ((quantity >= 0))
);
CREATE INDEX products_archived ON public.products (id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX products_archived_part_keys ON public.products USING gin (part_key(part_number) gin_trgm_ops) WHERE ((archived_at IS NOT NULL) AND (part_number IS NOT NULL));
CREATE INDEX products_archived_starts ON public.products USING gin (word_starts(name)) WHERE (archived_at IS NOT NULL);
CREATE INDEX products_archived_words ON public.products USING gin (name gin_trgm_ops, description gin_trgm_ops) WHERE (archived_at IS NOT NULL);
CREATE INDEX products_live ON public.products (id) WHERE (archived_at IS NULL);
CREATE INDEX products_live_kind ON public.products (kind, id) WHERE ((archived_at IS NULL) AND (kind IS NOT NULL));
CREATE INDEX products_live_kind_price ON public.products (kind, price_cents, id) WHERE ((archived_at IS NULL) AND (kind IS NOT NULL));
CREATE INDEX products_live_name_order ON public.products (name_order(name) COLLATE "C", id) WHERE (archived_at IS NULL);
CREATE INDEX products_live_price ON public.products (price_cents, id) WHERE (archived_at IS NULL);
CREATE INDEX products_of_every_car ON public.products (id) WHERE (is_universal AND (archived_at IS NULL));
CREATE INDEX products_part_keys ON public.products USING gin (part_key(part_number) gin_trgm_ops) WHERE ((archived_at IS NULL) AND (part_number IS NOT NULL));
CREATE INDEX products_replaced_by ON public.products (replaced_by) WHERE (replaced_by IS NOT NULL);
CREATE INDEX products_replaced_part_key ON public.products (part_key(part_number)) WHERE ((archived_at IS NOT NULL) AND (replaced_by IS NOT NULL) AND (part_number IS NOT NULL));
CREATE INDEX products_search ON public.products USING gin (search_stems(name), search_stems((((name || ' '::text) || description) || COALESCE((' '::text || brand), ''::text))), word_starts(name)) WHERE (archived_at IS NULL);
CREATE INDEX products_search_sample ON public.products USING gin (search_stems(name), search_stems((((name || ' '::text) || description) || COALESCE((' '::text || brand), ''::text))), word_starts(name)) WHERE ((archived_at IS NULL) AND ("right"((id)::text, 1) = '0'::text));
CREATE INDEX products_word_starts ON public.products USING gin (word_starts(name));
CREATE INDEX products_words ON public.products USING gin (name gin_trgm_ops, description gin_trgm_ops) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX products_live_name ON public.products (lower(name)) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX products_live_part_key ON public.products (part_key(part_number)) WHERE ((archived_at IS NULL) AND (part_number IS NOT NULL));

CREATE TABLE profiles (
  user_id uuid NOT NULL,
  address text NOT NULL,
  phone text NOT NULL,
  fb_link text NOT NULL,
  img text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (user_id),
  CONSTRAINT profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE refunds (
  intent_id text NOT NULL,
  order_id uuid NOT NULL,
  reason text NOT NULL,
  refund_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (intent_id),
  CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX refunds_open ON public.refunds (next_attempt_at) WHERE (refund_id IS NULL);

CREATE TABLE reviews (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  rating smallint NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  product_id uuid,
  is_verified boolean DEFAULT false NOT NULL,
  hidden_at timestamp with time zone,
  waiting_since timestamp with time zone,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT reviews_rating_check CHECK (((rating >= 0) AND (rating <= 5))),
  CONSTRAINT reviews_verified CHECK (((NOT is_verified) OR (product_id IS NOT NULL))),
  CONSTRAINT reviews_waiting CHECK (((waiting_since IS NULL) OR (hidden_at IS NOT NULL)))
);
CREATE INDEX reviews_of_product ON public.reviews (product_id, id) WHERE ((product_id IS NOT NULL) AND (hidden_at IS NULL));
CREATE INDEX reviews_waiting_for_approval ON public.reviews (id) WHERE (waiting_since IS NOT NULL);
CREATE INDEX reviews_words ON public.reviews USING gin (name gin_trgm_ops, title gin_trgm_ops, description gin_trgm_ops);
CREATE UNIQUE INDEX reviews_once ON public.reviews (user_id, md5(((title || chr(31)) || description)));

CREATE TABLE revoked_admins (
  email_hash text NOT NULL,
  revoked_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT revoked_admins_pkey PRIMARY KEY (email_hash)
);

CREATE TABLE revoked_sessions (
  user_id uuid NOT NULL,
  signed_in_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT revoked_sessions_pkey PRIMARY KEY (user_id, signed_in_at),
  CONSTRAINT revoked_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE saved_list_lines (
  list_id uuid NOT NULL,
  line integer NOT NULL,
  product_id uuid NOT NULL,
  quantity integer NOT NULL,
  vehicle text,
  engine text,
  number text,
  CONSTRAINT saved_list_lines_pkey PRIMARY KEY (list_id, product_id),
  CONSTRAINT saved_list_lines_list_id_fkey FOREIGN KEY (list_id) REFERENCES saved_lists(id) ON DELETE CASCADE,
  CONSTRAINT saved_list_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT saved_list_lines_car CHECK (((length(vehicle) <= 130) AND (length(engine) <= 40) AND ((engine IS NULL) OR (vehicle IS NOT NULL)))) NOT VALID,
  CONSTRAINT saved_list_lines_line_check CHECK ((line > 0)),
  CONSTRAINT saved_list_lines_number CHECK (((length(number) >= 1) AND (length(number) <= 100))) NOT VALID,
  CONSTRAINT saved_list_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))
);

CREATE TABLE saved_lists (
  id uuid DEFAULT new_id() NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  saved_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_lists_pkey PRIMARY KEY (id),
  CONSTRAINT saved_lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT saved_lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE UNIQUE INDEX saved_lists_name ON public.saved_lists (user_id, lower(name));

CREATE TABLE search_misses (
  day date NOT NULL,
  text text NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  last_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT search_misses_pkey PRIMARY KEY (day, text),
  CONSTRAINT search_misses_count_check CHECK ((count > 0)),
  CONSTRAINT search_misses_text_check CHECK (((length(text) >= 1) AND (length(text) <= 60)))
);
CREATE INDEX search_misses_once ON public.search_misses (day, last_at) WHERE (count = 1);

CREATE TABLE search_synonyms (
  id uuid DEFAULT new_id() NOT NULL,
  trade_key text,
  kind text,
  terms text[] NOT NULL,
  keys text[] GENERATED ALWAYS AS (search_keys(terms)) STORED NOT NULL,
  removed_at timestamp with time zone,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT search_synonyms_trade_key_key UNIQUE (trade_key),
  CONSTRAINT search_synonyms_pkey PRIMARY KEY (id),
  CONSTRAINT search_synonyms_terms_check CHECK (((cardinality(terms) >= 1) AND (cardinality(terms) <= 20)))
);
CREATE INDEX search_synonyms_keys ON public.search_synonyms USING gin (keys) WHERE (removed_at IS NULL);

CREATE TABLE search_words (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  word text NOT NULL,
  spelled text NOT NULL,
  stem text GENERATED ALWAYS AS (search_key(word)) STORED NOT NULL,
  sound text GENERATED ALWAYS AS (dmetaphone(search_key(word))) STORED NOT NULL,
  CONSTRAINT search_words_pkey PRIMARY KEY (id)
);
CREATE INDEX search_words_alike ON public.search_words USING gist (word gist_trgm_ops (siglen='32'));
CREATE INDEX search_words_of_sound ON public.search_words (sound);
CREATE INDEX search_words_of_stem ON public.search_words (stem);
CREATE INDEX search_words_parts ON public.search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off) WHERE (spelled = word);

CREATE TABLE shipment_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT shipment_events_pkey PRIMARY KEY (id),
  CONSTRAINT shipment_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT shipment_events_kind_check CHECK ((kind = ANY (ARRAY['undone'::text, 'stopped'::text, 'tracking'::text, 'address-asked'::text])))
);
CREATE INDEX shipment_events_of_order ON public.shipment_events (order_id);

CREATE TABLE stock_alerts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  unsubscribe_token text NOT NULL,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  mailed_at timestamp with time zone,
  CONSTRAINT stock_alerts_once UNIQUE (user_id, product_id),
  CONSTRAINT stock_alerts_unsubscribe_token_key UNIQUE (unsubscribe_token),
  CONSTRAINT stock_alerts_pkey PRIMARY KEY (id),
  CONSTRAINT stock_alerts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX stock_alerts_mailed ON public.stock_alerts (product_id, mailed_at) WHERE (mailed_at IS NOT NULL);
CREATE INDEX stock_alerts_waiting ON public.stock_alerts (product_id, id) WHERE (mailed_at IS NULL);

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id uuid NOT NULL,
  order_id uuid,
  hold_round integer,
  delta integer NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT stock_movements_line FOREIGN KEY (product_id, order_id) REFERENCES order_lines(product_id, order_id),
  CONSTRAINT stock_movements_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_movements_after_first CHECK (((reason <> 'held'::text) OR (hold_round > 1))),
  CONSTRAINT stock_movements_check CHECK (((reason = ANY (ARRAY['received'::text, 'corrected'::text])) = (order_id IS NULL))),
  CONSTRAINT stock_movements_check1 CHECK (((order_id IS NULL) = (hold_round IS NULL))),
  CONSTRAINT stock_movements_delta_check CHECK ((delta <> 0)),
  CONSTRAINT stock_movements_reason_check CHECK ((reason = ANY (ARRAY['received'::text, 'corrected'::text, 'held'::text, 'released'::text, 'returned'::text])))
);
CREATE INDEX stock_movements_by_time ON public.stock_movements USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX stock_movements_sums ON public.stock_movements (product_id) INCLUDE (delta);
CREATE INDEX stock_movements_supplied ON public.stock_movements (product_id) INCLUDE (delta) WHERE (order_id IS NULL);
CREATE UNIQUE INDEX stock_movements_once ON public.stock_movements (order_id, product_id, hold_round, reason) WHERE (order_id IS NOT NULL);

CREATE TABLE stock_watch (
  product_id uuid NOT NULL,
  low_level integer,
  alerted_at timestamp with time zone,
  recovered_at timestamp with time zone,
  CONSTRAINT stock_watch_pkey PRIMARY KEY (product_id),
  CONSTRAINT stock_watch_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_watch_low_level_check CHECK (((low_level >= 0) AND (low_level <= 1000000)))
);

CREATE TABLE synonym_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  synonym_id uuid NOT NULL,
  actor text NOT NULL,
  request_id text,
  action text NOT NULL,
  before text[] NOT NULL,
  after text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT synonym_changes_pkey PRIMARY KEY (id),
  CONSTRAINT synonym_changes_synonym_id_fkey FOREIGN KEY (synonym_id) REFERENCES search_synonyms(id),
  CONSTRAINT synonym_changes_action_check CHECK ((action = ANY (ARRAY['added'::text, 'changed'::text, 'removed'::text])))
);

CREATE TABLE trade_accounts (
  user_id uuid NOT NULL,
  state text DEFAULT 'asked'::text NOT NULL,
  company text NOT NULL,
  tax_id text DEFAULT ''::text NOT NULL,
  invoice_address text NOT NULL,
  reference_prefix text DEFAULT ''::text NOT NULL,
  needs_reference boolean DEFAULT false NOT NULL,
  tax_exempt boolean DEFAULT false NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  decided_at timestamp with time zone,
  is_announced boolean DEFAULT false NOT NULL,
  CONSTRAINT trade_accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT trade_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT trade_accounts_decided CHECK (((state = 'asked'::text) = (decided_at IS NULL))),
  CONSTRAINT trade_accounts_exempt CHECK (((state = 'approved'::text) OR (NOT tax_exempt))),
  CONSTRAINT trade_accounts_state CHECK ((state = ANY (ARRAY['asked'::text, 'approved'::text, 'refused'::text, 'closed'::text]))),
  CONSTRAINT trade_accounts_texts CHECK ((((length(company) >= 1) AND (length(company) <= 100)) AND (length(tax_id) <= 40) AND ((length(invoice_address) >= 1) AND (length(invoice_address) <= 500)) AND (length(reference_prefix) <= 40) AND (length(reason) <= 300)))
);
CREATE INDEX trade_accounts_of_state ON public.trade_accounts (state, asked_at DESC, user_id DESC);
CREATE INDEX trade_accounts_order ON public.trade_accounts (((state = 'asked'::text)) DESC, asked_at DESC, user_id DESC);
CREATE INDEX trade_accounts_unannounced ON public.trade_accounts (asked_at) WHERE ((NOT is_announced) AND (state = 'asked'::text));

CREATE TABLE users (
  id uuid DEFAULT new_id() NOT NULL,
  uid text NOT NULL,
  issuer text NOT NULL,
  email text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  role text DEFAULT 'customer'::text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  deactivated_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  signed_out_before timestamp with time zone,
  erasure_requested_at timestamp with time zone,
  erasure_attempts integer DEFAULT 0 NOT NULL,
  next_erasure_at timestamp with time zone DEFAULT now() NOT NULL,
  erased_at timestamp with time zone,
  price_list uuid,
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_uid_key UNIQUE (uid),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_price_list_fkey FOREIGN KEY (price_list) REFERENCES price_lists(id),
  CONSTRAINT users_email_check CHECK ((email = lower(email))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'admin'::text])))
);
CREATE INDEX users_admins ON public.users (id) WHERE (role = 'admin'::text);
CREATE INDEX users_by_email ON public.users (email text_pattern_ops);
CREATE INDEX users_in_erasure ON public.users (next_erasure_at) WHERE ((erasure_requested_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX users_of_price_list ON public.users (price_list) WHERE (price_list IS NOT NULL);
CREATE INDEX users_words ON public.users USING gin (email gin_trgm_ops, name gin_trgm_ops);

CREATE TABLE vehicle_codes (
  scheme text NOT NULL,
  code text NOT NULL,
  model_id integer NOT NULL,
  year_from smallint NOT NULL,
  year_to smallint NOT NULL,
  decilitres smallint,
  cylinders smallint,
  fuel text,
  CONSTRAINT vehicle_codes_scheme_code_model_id_year_from_year_to_decili_key UNIQUE NULLS NOT DISTINCT (scheme, code, model_id, year_from, year_to, decilitres, cylinders, fuel),
  CONSTRAINT vehicle_codes_model_id_fkey FOREIGN KEY (model_id) REFERENCES vehicle_models(id),
  CONSTRAINT vehicle_codes_check CHECK ((((year_from >= 1886) AND (year_from <= 2100)) AND (year_from <= year_to) AND (year_to <= 2100))),
  CONSTRAINT vehicle_codes_code_check CHECK (((length(code) >= 1) AND (length(code) <= 40))),
  CONSTRAINT vehicle_codes_cylinders_check CHECK (((cylinders >= 1) AND (cylinders <= 16))),
  CONSTRAINT vehicle_codes_decilitres_check CHECK (((decilitres >= 1) AND (decilitres <= 200))),
  CONSTRAINT vehicle_codes_fuel_check CHECK ((fuel = ANY (ARRAY['petrol'::text, 'diesel'::text, 'electric'::text, 'hybrid'::text, 'flex'::text, 'gas'::text]))),
  CONSTRAINT vehicle_codes_scheme_check CHECK ((scheme = ANY (ARRAY['vcdb'::text, 'ktype'::text, 'kba'::text, 'epid'::text, 'own'::text])))
);

CREATE TABLE vehicle_makes (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  aliases text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT vehicle_makes_slug_key UNIQUE (slug),
  CONSTRAINT vehicle_makes_pkey PRIMARY KEY (id),
  CONSTRAINT vehicle_makes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT vehicle_makes_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60)))
);

CREATE TABLE vehicle_models (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  make_id integer NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  aliases text[] DEFAULT '{}'::text[] NOT NULL,
  years int4multirange,
  source text NOT NULL,
  hidden_at timestamp with time zone,
  CONSTRAINT vehicle_models_make_id_slug_key UNIQUE (make_id, slug),
  CONSTRAINT vehicle_models_pkey PRIMARY KEY (id),
  CONSTRAINT vehicle_models_make_id_fkey FOREIGN KEY (make_id) REFERENCES vehicle_makes(id),
  CONSTRAINT vehicle_models_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT vehicle_models_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  CONSTRAINT vehicle_models_source_check CHECK ((source = ANY (ARRAY['vpic'::text, 'import'::text, 'admin'::text])))
);

CREATE TABLE vehicle_wishes (
  day date NOT NULL,
  model_id integer NOT NULL,
  year smallint NOT NULL,
  kind text,
  count integer NOT NULL,
  CONSTRAINT vehicle_wishes_day_model_id_year_kind_key UNIQUE NULLS NOT DISTINCT (day, model_id, year, kind),
  CONSTRAINT vehicle_wishes_model_id_fkey FOREIGN KEY (model_id) REFERENCES vehicle_models(id),
  CONSTRAINT vehicle_wishes_count_check CHECK ((count > 0))
);

CREATE TABLE webhook_events (
  id text NOT NULL,
  type text NOT NULL,
  intent_id text,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  processed_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  last_error text,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_events_declined ON public.webhook_events (intent_id, received_at) WHERE (type = 'payment_intent.payment_failed'::text);
CREATE INDEX webhook_events_open ON public.webhook_events (next_attempt_at) WHERE (processed_at IS NULL);

-- Functions

CREATE OR REPLACE FUNCTION public.account_ladder(price integer, breaks integer[], points integer, own integer[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(case when n % 2 = 1 then value
    else greatest(1, (value::bigint * (10000 - points) + 5000) / 10000)::integer end order by n) || own
  from unnest(array[1, price] || breaks) with ordinality as rung (value, n)
$function$;

CREATE OR REPLACE FUNCTION public.add_changed_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform public.add_search_words(array[new.name]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_new_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform public.add_search_words(array(select name from added));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_search_words(texts text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into public.search_words (word, spelled)
  select distinct word, spelled from unnest(texts) as text, public.vocabulary_of(text) as found
  where not exists (
    select from public.search_words as known
    where known.stem = public.search_key(found.word) and known.spelled = found.spelled)
$function$;

CREATE OR REPLACE FUNCTION public.add_synonym_entry(change synonym_changes)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into public.audit_entries (created_at, actor, action, target, name, before, after, request_id)
  values (change.created_at, change.actor,
    case change.action when 'added' then 'add-synonyms' when 'changed' then 'change-synonyms'
      when 'removed' then 'remove-synonyms' else change.action end,
    change.synonym_id, coalesce(change.after[1], change.before[1]),
    case when change.before = '{}' then '{}' else jsonb_build_object('terms', change.before) end,
    case when change.after = '{}' then '{}' else jsonb_build_object('terms', change.after) end,
    change.request_id)
$function$;

CREATE OR REPLACE FUNCTION public.add_synonym_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform public.add_search_words(new.terms);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_order_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_mails (order_id, kind, reference, details)
  values (new.order_id, new.kind, case when new.kind in ('refunded', 'partly-refunded')
      then concat_ws(':', new.details ->> 'intent', new.details ->> 'cents') else '' end, new.details)
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_owner_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into owner_notices (order_id) values (new.order_id) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.bill_to_trade_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  buyer trade_accounts;
begin
  select trade_accounts.* into buyer
  from orders
    -- Not of an account that is being erased.
    join users on users.id = orders.user_id and erasure_requested_at is null
    join trade_accounts on trade_accounts.user_id = users.id and state = 'approved'
  where orders.id = new.order_id and orders.email <> 'order@erased.invalid';
  if found then
    new.bill_to_company := buyer.company;
    new.bill_to_tax_id := nullif(buyer.tax_id, '');
    new.bill_to_address := buyer.invoice_address;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_order_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong uuid;
begin
  perform
  from added left join orders on orders.id = order_id and line = 1 and line_count = 1
    and orders.quantity = added.quantity and orders.name = added.name
    and total_cents = unit_price_cents::bigint * added.quantity + shipping_cents
    and tax is null and tax_added_cents = 0
  where orders.id is null limit 1;
  if not found then return null; end if;
  select order_id into wrong
  from (
    select order_id, count(*) as lines, sum(quantity) as units,
      sum(unit_price_cents::bigint * quantity) as goods, max(line) as last_line,
      max(name) filter (where line = 1) as first_name, sum(sum_of(taxes)) as taxes
    from added group by order_id) as sums
    left join orders on orders.id = order_id
  where (line_count, orders.quantity, total_cents, orders.name, last_line, tax_added_cents) is distinct from
    (lines, units, goods + shipping_cents + tax_added_cents, order_name(first_name, lines), lines,
      tax_added(tax, taxes::bigint))
  limit 1;
  if found then
    raise exception 'order % violates the sums of its lines', wrong using errcode = 'check_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.complete_fitment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  universal boolean;
begin
  select products.kind, is_universal into new.kind, universal from products where id = new.product_id for key share;
  if universal then
    raise exception 'a product that fits every car has no fitments' using errcode = 'check_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform count_ratings_of(array(select product_id from added));
  elsif tg_op = 'DELETE' then
    perform count_ratings_of(array(select product_id from removed));
  else
    -- A review can move to another product.
    perform count_ratings_of(array(select product_id from added union select product_id from removed));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_ratings_of(reviewed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into product_ratings (product_id, ratings, stars)
  select distinct id, 0, 0 from unnest(reviewed) as id where id is not null order by id
  on conflict (product_id) do update set ratings = product_ratings.ratings;

  -- A second statement: its snapshot is from after the locks of the first.
  update product_ratings as r set (ratings, stars) = (
    select count(*), coalesce(sum(rating), 0) from reviews
    where reviews.product_id = r.product_id and hidden_at is null
      and (is_verified or (select email_verified from users where users.id = reviews.user_id)))
  where r.product_id = any (reviewed);
end
$function$;

CREATE OR REPLACE FUNCTION public.count_ratings_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_ratings_of(array(select product_id from reviews where user_id = new.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dear_to_search(text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE COST 400
AS $function$
begin
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_uncovered_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from products where id in (select product_id from order_lines where order_id = new.id)
  order by id for no key update;
  update products set uncovered_units = uncovered_units - line.quantity
  from order_lines as line
  where line.order_id = new.id and products.id = line.product_id;
  new.is_uncovered := false;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.follow_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.is_universal and not old.is_universal
    and exists (select from fitments where product_id = new.id) then
    raise exception 'a product with fitments does not fit every car' using errcode = 'check_violation';
  end if;
  if new.kind is distinct from old.kind then
    update fitments set kind = new.kind where product_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = 'unpaid' or (old.status = 'paid' and old.delivery_address is null) then
    return new;
  end if;
  if new.delivery_address is null and new.email = 'order@erased.invalid' and new.status <> 'paid' then
    return new;
  end if;
  raise exception 'a paid order keeps its delivery address' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.erased_at is not null then
    raise exception 'an erased account never changes' using errcode = 'AP401';
  end if;
  if new.erasure_requested_at is null or new.deactivated_at is null or new.role <> 'customer' then
    raise exception 'an account never returns from its erasure' using errcode = 'AP401';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.bill_to_name is null and new.bill_to_address is null
    and (new.number, new.order_id, new.terms_id, new.issued_at)
      = (old.number, old.order_id, old.terms_id, old.issued_at) then
    new.bill_to_company := null;
    new.bill_to_tax_id := null;
    return new;
  end if;
  raise exception 'an invoice only loses the contacts of its buyer' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never removed' using errcode = 'restrict_violation';
  end if;
  if (new.user_id, new.name, new.line_count, new.quantity, new.total_cents, new.shipping_cents, new.created_at,
      new.tax, new.tax_added_cents)
    is distinct from
    (old.user_id, old.name, old.line_count, old.quantity, old.total_cents, old.shipping_cents, old.created_at,
      old.tax, old.tax_added_cents) then
    raise exception 'what was ordered never changes' using errcode = 'restrict_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'a paid order keeps its payment' using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('unpaid', 'unpaid'), ('unpaid', 'paid'), ('unpaid', 'refunded'),
    ('paid', 'paid'), ('paid', 'shipped'), ('paid', 'refunded'),
    ('shipped', 'shipped'), ('shipped', 'refunded'), ('refunded', 'refunded')) then
    raise exception 'an order does not go from % to %', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_partial_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  payment orders;
begin
  if tg_op = 'DELETE' then
    raise exception 'refunds are never removed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.order_id, new.refund_no, new.intent_id, new.amount_cents, new.is_restocked, new.actor, new.created_at)
        is distinct from
        (old.order_id, old.refund_no, old.intent_id, old.amount_cents, old.is_restocked, old.actor, old.created_at)
      or old.refund_id is not null and new.refund_id is distinct from old.refund_id then
      raise exception 'a refund never changes' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  select * into payment from orders where id = new.order_id for update;
  if payment.status not in ('paid', 'shipped') or payment.transaction_id is distinct from new.intent_id then
    raise exception 'only a paid order is refunded' using errcode = 'restrict_violation';
  end if;
  if payment.dispute in ('open', 'lost') then
    raise exception 'a disputed payment is not refunded' using errcode = 'restrict_violation';
  end if;
  if new.amount_cents + coalesce((select sum(amount_cents) from credit_notes where order_id = new.order_id), 0)
      + coalesce((
        select sum(amount_cents) from partial_refunds
        where order_id = new.order_id and refund_id is null and refused_at is null), 0)
      > payment.total_cents then
    raise exception 'refunds exceed the payment' using errcode = 'check_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.reason = 'by-admin' and exists (
    select from orders
    where id = new.order_id and transaction_id = new.intent_id and dispute in ('open', 'lost')) then
    raise exception 'a disputed payment is not refunded' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_refunded_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select order_lines.quantity from order_lines where order_id = new.order_id and line = new.line)
    < (select sum(quantity) from partial_refund_lines join partial_refunds using (order_id, refund_no)
       where order_id = new.order_id and line = new.line and refused_at is null) then
    raise exception 'more units are refunded than were ordered' using errcode = 'check_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_shipping()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an order is not shipped while its payment is disputed'
    using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.id_since(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select rpad(lpad(to_hex((extract(epoch from at) * 1000000)::bigint / 1000), 12, '0'), 32, '0')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.is_agreed_total(agreed bigint, goods bigint, list_goods bigint, shipping bigint, free_above bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  total bigint := goods + case when goods > free_above then 0 else shipping end;
begin
  return agreed = total or agreed > total
    and agreed = list_goods + case when list_goods > free_above then 0 else shipping end;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_ladder(breaks integer[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if cardinality(breaks) not between 2 and 20 or cardinality(breaks) % 2 <> 0 or array_ndims(breaks) <> 1
    or array_position(breaks, null) is not null or breaks[1] < 2 then
    return false;
  end if;
  for i in 1 .. cardinality(breaks) / 2 loop
    if breaks[2 * i] < 1 or i > 1 and (
      breaks[2 * i - 1] <= breaks[2 * i - 3] or breaks[2 * i] >= breaks[2 * i - 2]) then
      return false;
    end if;
  end loop;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_order_state(status text, transaction_id text, held_until timestamp with time zone, deleted_at timestamp with time zone, ship_due_at timestamp with time zone, ship_actor text, carrier text, tracking_number text, reference text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return (status = 'unpaid') = (transaction_id is null)
    and (held_until is null or (status = 'unpaid' and deleted_at is null))
    and (deleted_at is null or status = 'unpaid')
    and (ship_due_at is null) = (ship_actor is null)
    and carrier ~ '^[a-z]{2,20}$'
    and tracking_number ~ '^[A-Za-z0-9-]{1,40}$'
    and (tracking_number is null or carrier is not null)
    and length(reference) between 1 and 60;
end
$function$;

CREATE OR REPLACE FUNCTION public.issue_credit_note(refunded uuid, refund text, cents bigint, decision smallint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  issued integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('credit notes', 0));
  insert into credit_notes (number, order_id, refund_id, amount_cents, refund_no)
  select coalesce(max(number), 0) + 1, refunded, refund, cents, decision from credit_notes
  returning number into strict issued;
  if (select sum(amount_cents) from credit_notes where order_id = refunded)
    > (select total_cents from orders where id = refunded) then
    raise exception 'credit notes exceed the invoice' using errcode = 'check_violation';
  end if;
  return issued;
end
$function$;

CREATE OR REPLACE FUNCTION public.issue_invoice(invoiced uuid, name text, address text, tax_id text, tax text, rate integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  terms integer;
  issued integer;
begin
  select id into terms from invoice_terms
  where (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
    is not distinct from (name, address, tax_id, tax, rate);
  if terms is null then
    insert into invoice_terms (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
    values (name, address, tax_id, tax, rate) on conflict do nothing;
    select id into strict terms from invoice_terms
    where (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
      is not distinct from (name, address, tax_id, tax, rate);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invoices', 0));
  insert into invoices (number, order_id, terms_id, bill_to_name, bill_to_address)
  select coalesce((select max(number) from invoices), 0) + 1, orders.id, terms,
    nullif(left(case
      -- The name of a profile is that of its account. A company has an address of its own.
      when profiles.user_id is null and trade_accounts.user_id is null and users.id is not null
        then coalesce(delivery_name, users.name)
      else users.name
    end, 200), ''),
    nullif(left(profiles.address, 500), '')
  from orders
    -- Not of an account that is being erased.
    left join users on users.id = orders.user_id and erasure_requested_at is null
      and orders.email <> 'order@erased.invalid'
    left join profiles on profiles.user_id = users.id
    left join trade_accounts on trade_accounts.user_id = users.id and state = 'approved'
  where orders.id = invoiced
  returning number into strict issued;
  return issued;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_delivery_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.delivery_place is not distinct from old.delivery_place then
    new.delivery_place := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.line_price(price integer, breaks integer[], units integer, list text, points integer, own integer[], OUT cents integer, OUT origin text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  rung record := reached_rung(breaks, units);
begin
  cents := price;
  if rung.cents < cents then
    cents := rung.cents;
    origin := 'from ' || rung.since;
  end if;
  if list is null then return; end if;
  rung := reached_rung(account_ladder(price, breaks, points, own), units);
  if rung.cents < cents then
    cents := rung.cents;
    origin := list || case when rung.since > 1 then ', from ' || rung.since else '' end;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kind constant jsonb := jsonb_build_object('of', tg_argv[0]);
  -- Not every kind removes rows.
  counts constant jsonb := jsonb_strip_nulls(jsonb_build_object('new_rows', nullif(new.new_rows, 0),
    'changed_rows', nullif(new.changed_rows, 0),
    'removed_rows', nullif((to_jsonb(new) ->> 'removed_rows')::integer, 0)));
begin
  insert into public.audit_entries (actor, action, target, name, before, after, request_id)
  values (new.user_id,
    case new.state when 'applied' then 'apply-import' when 'undone' then 'undo-import' else 'check-import' end,
    new.id, case when new.state in ('applied', 'undone') then new.file_name end,
    case when new.state = 'undone' then counts else '{}' end,
    case new.state when 'applied' then kind || counts
      when 'undone' then kind || jsonb_strip_nulls(jsonb_build_object('kept_rows', nullif(new.kept_rows, 0)))
      else kind end,
    new.request_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_synonym_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform public.add_synonym_entry(new);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.name_order(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(regexp_replace(normalize(
      replace(replace(replace(replace(replace(translate(name, 'ØøŁłĐđı', 'OoLlDdi'),
        'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'), NFD), '[\u0300-\u036F]', '', 'g'))
    || e'\x01' || name
$function$;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select (
    overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
    || substring(gen_random_uuid()::text from 20))::uuid
$function$;

CREATE OR REPLACE FUNCTION public.numbers_of(product uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select jsonb_build_object(
    'numbers', (
      select coalesce(jsonb_agg(jsonb_build_array(kind, brand, number)
        order by kind, brand collate "C", key collate "C"), '[]')
      from product_numbers where product_id = product),
    'replaced_by', (select replaced_by from products where id = product))
$function$;

CREATE OR REPLACE FUNCTION public.order_name(first_line text, lines bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when lines > 1 then first_line || ' and ' || lines - 1 || ' more' else first_line end
$function$;

CREATE OR REPLACE FUNCTION public.part_key(part_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select upper(regexp_replace(part_number collate "C", '[^A-Za-z0-9]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.reached_rung(ladder integer[], units integer, OUT cents integer, OUT since integer)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  for i in 1 .. coalesce(cardinality(ladder), 0) / 2 loop
    if ladder[2 * i - 1] <= units and (
      cents is null or (ladder[2 * i], ladder[2 * i - 1]) < (cents, since)) then
      cents := ladder[2 * i];
      since := ladder[2 * i - 1];
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_first_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into product_prices (product_id, price_cents, breaks, valid_from)
  select id, price_cents, breaks, created_at from added;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_new_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into product_prices (product_id, price_cents, breaks, valid_from)
  values (new.id, new.price_cents, new.breaks, clock_timestamp());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_endless_replacements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  later integer;
  earlier integer;
  is_circle boolean;
begin
  with recursive successors as (
    select new.replaced_by as id, 1 as step
    union all
    select products.replaced_by, step + 1 from successors join products using (id)
    where products.replaced_by is not null and step <= 10 and successors.id <> new.id
  )
  select max(step), bool_or(id = new.id) into later, is_circle from successors;
  if is_circle then
    raise exception 'a product cannot replace itself, directly or through others'
      using errcode = 'check_violation', constraint = 'products_replaced_in_a_circle';
  end if;
  with recursive predecessors as (
    select new.id, 0 as step
    union all
    select products.id, step + 1 from predecessors join products on products.replaced_by = predecessors.id
    where step <= 10
  )
  select max(step) into earlier from predecessors;
  if earlier + later > 10 then
    raise exception 'a product is replaced at most ten times in a row'
      using errcode = 'check_violation', constraint = 'products_replaced_too_often';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_erased_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select erasure_requested_at is not null from users where id = new.user_id for key share) then
    raise exception 'the account is erased' using errcode = 'AP401';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_ladder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'breaks of product % are no ladder', new.id using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.reservable_units(in_stock bigint, held bigint, percent integer, smallest integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest((in_stock + held) * percent / 100, smallest) - held
$function$;

CREATE OR REPLACE FUNCTION public.reservation_room(account uuid, wanted uuid[], limits double precision[], OUT has_paid boolean, OUT held_orders integer, OUT held_lines integer, OUT other_products integer, OUT held_units bigint[], OUT began_at timestamp with time zone, OUT free_at timestamp with time zone, OUT orders_max integer, OUT lines_max integer, OUT products_max integer, OUT full_max integer, OUT percent integer, OUT reserved_until timestamp with time zone, OUT is_free boolean)
 RETURNS record
 LANGUAGE sql
AS $function$
  select has_paid, held_orders, held_lines, other_products, held_units, began_at, free_at,
    orders_max, lines_max, products_max, full_max, percent, reserved_until, is_free
  from reservation_rooms(array[account], array[wanted::text], array[limits::text])
$function$;

CREATE OR REPLACE FUNCTION public.reservation_rooms(accounts uuid[], products text[], limits text[])
 RETURNS TABLE(account uuid, has_paid boolean, held_orders integer, held_lines integer, other_products integer, held_units bigint[], began_at timestamp with time zone, free_at timestamp with time zone, orders_max integer, lines_max integer, products_max integer, full_max integer, percent integer, reserved_until timestamp with time zone, is_free boolean)
 LANGUAGE plpgsql
 STRICT ROWS 1
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  each_account uuid;
  locked text;
begin
  foreach each_account in array accounts loop
    locked := pg_advisory_xact_lock(hashtextextended('reservations ' || each_account, 0))::text;
  end loop;
  return query
  select account, has_paid, held_orders, held_lines, other_products, held_units, began_at, free_at,
    orders_max, lines_max, products_max, full_max, percent, reserved_until,
    held_orders < orders_max
      and held_lines + cardinality(wanted) <= lines_max
      and other_products + cardinality(wanted) <= products_max
      and reserved_until > now()
  from unnest(accounts, products, limits) as asked (account, wanted_text, limits_text)
    cross join lateral (
      select wanted_text::uuid[] as wanted, limits_text::float8[] as levels offset 0
    ) as parsed
    cross join lateral (
      select exists (select from orders where user_id = account and paid) as has_paid offset 0
    ) as payments
    cross join lateral (
      select count(*)::integer as held_orders, coalesce(sum(line_count), 0)::integer as held_lines
      from orders
      where user_id = account and coalesce(held_until, '-infinity') > '-infinity'
    ) as counted
    -- After a payment neither products nor their shares are limited.
    cross join lateral (
      with held as materialized (
        select product_id, order_lines.quantity as units
        from orders join order_lines on order_id = orders.id
        where user_id = account and coalesce(held_until, '-infinity') > '-infinity'
          and held_lines > 0 and not has_paid
      )
      select count(distinct product_id) filter (where product_id <> all (wanted))::integer as other_products,
        array(
          select (select coalesce(sum(units), 0) from held where product_id = product.id)
          from unnest(wanted) with ordinality as product (id, line) order by product.line
        ) as held_units
      from held
    ) as products
    -- Deleting an order and placing it again continues the reservation, and so does another order of the product.
    cross join lateral (
      select min(coalesce(held_since, created_at)) as began_at,
        max(released_at) + make_interval(secs => levels[13]) as free_at
      from orders
      where user_id = account and released_at > now() - make_interval(secs => levels[13]) and not has_paid
        and exists (
          select from order_lines where order_id = orders.id and product_id = any (wanted))
    ) as released
    cross join lateral (select case when has_paid then 6 else 0 end as level offset 0) as chosen
    cross join lateral (
      select levels[level + 1]::integer as orders_max, levels[level + 2]::integer as lines_max,
        levels[level + 3]::integer as products_max,
        greatest(levels[level + 4] - other_products, 0)::integer as full_max,
        coalesce(began_at, now()) + make_interval(secs => levels[level + 6]) as reserved_until
      offset 0
    ) as allowed
    cross join lateral (
      select case when full_max >= cardinality(wanted) then 100 else levels[level + 5]::integer end as percent
    ) as shared;
end
$function$;

CREATE OR REPLACE FUNCTION public.reservation_terms(accounts uuid[], products text[], limits text[])
 RETURNS TABLE(account uuid, held_orders integer, held_lines integer, orders_max integer, lines_max integer, covered_cents bigint, began_at timestamp with time zone, reserved_until timestamp with time zone, is_free boolean, is_in_time boolean)
 LANGUAGE plpgsql
 STRICT ROWS 1
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  each_account uuid;
  locked text;
begin
  foreach each_account in array accounts loop
    locked := pg_advisory_xact_lock(hashtextextended('reservations ' || each_account, 0))::text;
  end loop;
  return query
  select account, held_orders, held_lines, orders_max, lines_max, covered_cents, began_at, reserved_until,
    held_orders < orders_max and held_lines + cardinality(wanted) <= lines_max,
    reserved_until > now()
  from unnest(accounts, products, limits) as asked (account, wanted_text, limits_text)
    cross join lateral (
      select wanted_text::uuid[] as wanted, limits_text::float8[] as levels offset 0
    ) as parsed
    cross join lateral (
      select levels[1]::integer as orders_max, levels[2]::integer as lines_max,
        make_interval(secs => levels[3]) as time, now() - make_interval(secs => levels[4]) as since,
        levels[4] > 0 as is_once, levels[5] > 0 as counts_as_covered
      offset 0
    ) as allowed
    -- All orders of a product share the time of the first one. A paid order has no further part in it.
    cross join lateral (
      select count(*) as orders, coalesce(sum(line_count), 0) as lines,
        coalesce(sum(total_cents), 0)::bigint as cents,
        min(held_since) filter (where is_once and held_since > since and exists (
          select from order_lines where order_id = orders.id and product_id = any (wanted))) as began
      from orders
      where user_id = account and coalesce(held_until, '-infinity') > '-infinity'
    ) as reserved
    cross join lateral (
      select count(*) filter (where is_recent) as orders,
        coalesce(sum(line_count) filter (where is_recent), 0) as lines,
        min(held_since) filter (where is_once and held_since > since and exists (
          select from order_lines where order_id = released.id and product_id = any (wanted))) as began
      from (
        select id, line_count, held_since,
          released_at > now() - interval '1 hour' and deleted_at is null as is_recent
        from orders
        where user_id = account and released_at > least(since, now() - interval '1 hour')
          and held_until is null and status in ('unpaid', 'refunded')
      ) as released
    ) as ended
    cross join lateral (
      select (reserved.orders + ended.orders)::integer as held_orders,
        (reserved.lines + ended.lines)::integer as held_lines,
        least(reserved.began, ended.began) as began_at
      offset 0
    ) as counted
    cross join lateral (
      select coalesce(began_at, now()) + time as reserved_until,
        case when counts_as_covered then 9223372036854775807 else (
          select coalesce(sum(kept), 0)::bigint from (
            select total_cents - (
                select coalesce(sum(amount_cents), 0) from partial_refunds
                where order_id = orders.id and refund_id is not null) as kept
            from orders
            where user_id = account and paid and coalesce(dispute, 'won') = 'won'
            -- An account with thousands of payments is asked as fast as others.
            order by id desc limit 20
          ) as payments
        ) - reserved.cents end as covered_cents
    ) as terms;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(string_agg(coalesce(
    (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1], word), ' ' order by n), '')
  from regexp_split_to_table(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f\s]+') with ordinality as split(word, n)
  where word <> ''
$function$;

CREATE OR REPLACE FUNCTION public.search_keys(terms text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_agg(public.search_key(term)) from unnest(terms) as term
$function$;

CREATE OR REPLACE FUNCTION public.search_stems(text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
  select to_tsvector('pg_catalog.english',
    regexp_replace(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.sum_of(numbers integer[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(sum(number), 0)::bigint from unnest(numbers) as listed (number)
$function$;

CREATE OR REPLACE FUNCTION public.take_turns_with_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('numbers'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.tax_added(tax jsonb, of_lines bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when tax is null then 0 else
    case when not (tax ->> 'included')::boolean then 1 when (tax ->> 'exempt')::boolean then -1 else 0 end
    * (coalesce(of_lines, 0) + (select coalesce(sum(cents::bigint), 0) from jsonb_array_elements_text(tax -> 'shipping') as listed (cents)))
  end::bigint
$function$;

CREATE OR REPLACE FUNCTION public.taxed_total(goods bigint, taxes bigint, shipping bigint, rates integer[], is_included boolean, sign integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select goods + shipping + sign * (taxes + sum_of(taxes_of(shipping, rates, is_included)))
$function$;

CREATE OR REPLACE FUNCTION public.taxes_of(cents bigint, rates integer[], is_included boolean)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(((2 * cents * rate + whole) / (2 * whole))::integer order by n), '{}')
  from unnest(rates) with ordinality as listed (rate, n) cross join (
    select 100000 + case when is_included then coalesce(sum(rate), 0) else 0 end as whole
    from unnest(rates) as included (rate)
  ) as sums
$function$;

CREATE OR REPLACE FUNCTION public.vocabulary_of(text)
 RETURNS TABLE(word text, spelled text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  with split as (
    select word, lead(word) over place as next, lead(word, 2) over place as last
    from regexp_split_to_table(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f\s]+') with ordinality as split(word, n)
    where word <> '' and to_tsvector('pg_catalog.english', word) <> ''
    window place as (order by n)
  ), spelled as (
    select word, word as spelled from split
    union all
    select word || next, concat_ws(' ', word, next) from split
    union all
    select word || next || last, concat_ws(' ', word, next, last) from split
  )
  select distinct word, spelled from spelled where length(word) between 3 and 30 and word !~ '\d'
$function$;

CREATE OR REPLACE FUNCTION public.wait_for_fitment_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('fitments'));
  return case when tg_level = 'ROW' then new end;
end
$function$;

CREATE OR REPLACE FUNCTION public.word_starts(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
  select coalesce(array_agg(distinct left(word, length)), '{}')
  from regexp_split_to_table(lower($1), '[^[:alnum:]]+') as word, generate_series(1, 2) as length
  where word <> ''
$function$;

-- Triggers, by table
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON addresses FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER admin_actions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON admin_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON cart_lines FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER credit_notes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dispute_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON dispute_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fitment_imports_logged AFTER UPDATE OF state ON fitment_imports FOR EACH ROW WHEN (old.state = 'reading'::text AND new.state = 'checking'::text OR old.state = 'applying'::text AND new.state = 'applied'::text OR old.state = 'undoing'::text AND new.state = 'undone'::text) EXECUTE FUNCTION log_import('fitments');
CREATE TRIGGER complete_fitment BEFORE INSERT OR UPDATE OF product_id, kind ON fitments FOR EACH ROW EXECUTE FUNCTION complete_fitment();
CREATE TRIGGER wait_for_fitment_import BEFORE INSERT OR DELETE OR UPDATE ON fitments FOR EACH STATEMENT EXECUTE FUNCTION wait_for_fitment_import();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON garages FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER invoice_terms_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_to_trade_account BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION bill_to_trade_account();
CREATE TRIGGER guard_invoice BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION guard_invoice();
CREATE TRIGGER invoices_not_truncated BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER number_imports_logged AFTER UPDATE OF state ON number_imports FOR EACH ROW WHEN (old.state = 'reading'::text AND new.state = 'checked'::text OR old.state = 'applying'::text AND new.state = 'applied'::text OR old.state = 'undoing'::text AND new.state = 'undone'::text) EXECUTE FUNCTION log_import('numbers');
CREATE TRIGGER order_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON order_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_events_mail AFTER INSERT ON order_events FOR EACH ROW WHEN (new.kind = ANY (ARRAY['lapsed'::text, 'paid'::text, 'shipped'::text, 'refunded'::text, 'partly-refunded'::text])) EXECUTE FUNCTION ask_for_order_mail();
CREATE TRIGGER order_events_owner_notice AFTER INSERT ON order_events FOR EACH ROW WHEN (new.kind = 'paid'::text) EXECUTE FUNCTION ask_for_owner_notice();
CREATE TRIGGER check_order_lines AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_order_lines();
CREATE TRIGGER order_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON order_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON ordered_from_carts FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER guard_delivery BEFORE UPDATE OF delivery_name, delivery_phone, delivery_address ON orders FOR EACH ROW WHEN (new.delivery_name IS DISTINCT FROM old.delivery_name OR new.delivery_phone IS DISTINCT FROM old.delivery_phone OR new.delivery_address IS DISTINCT FROM old.delivery_address) EXECUTE FUNCTION guard_delivery();
CREATE TRIGGER guard_delivery_place BEFORE UPDATE OF delivery_place ON orders FOR EACH ROW WHEN (new.delivery_place IS DISTINCT FROM old.delivery_place AND NOT new.delivery_address IS DISTINCT FROM old.delivery_address) EXECUTE FUNCTION guard_delivery();
CREATE TRIGGER guard_order BEFORE DELETE OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION guard_order();
CREATE TRIGGER guard_shipping BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status = 'paid'::text AND new.status = 'shipped'::text AND (new.dispute = ANY (ARRAY['inquiry'::text, 'open'::text]))) EXECUTE FUNCTION guard_shipping();
CREATE TRIGGER keep_delivery_place BEFORE UPDATE OF delivery_address ON orders FOR EACH ROW WHEN (old.delivery_place IS NOT NULL AND new.delivery_address IS DISTINCT FROM old.delivery_address) EXECUTE FUNCTION keep_delivery_place();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER uncovered_reservation_ends BEFORE UPDATE OF held_until ON orders FOR EACH ROW WHEN (old.is_uncovered AND new.held_until IS NULL) EXECUTE FUNCTION end_uncovered_reservation();
CREATE TRIGGER guard_refunded_units AFTER INSERT ON partial_refund_lines FOR EACH ROW EXECUTE FUNCTION guard_refunded_units();
CREATE TRIGGER partial_refund_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON partial_refund_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER guard_partial_refund BEFORE INSERT OR DELETE OR UPDATE ON partial_refunds FOR EACH ROW EXECUTE FUNCTION guard_partial_refund();
CREATE TRIGGER product_imports_logged AFTER UPDATE OF state ON product_imports FOR EACH ROW WHEN (old.state = 'reading'::text AND new.state = 'checked'::text OR old.state = 'applying'::text AND new.state = 'applied'::text OR old.state = 'undoing'::text AND new.state = 'undone'::text) EXECUTE FUNCTION log_import('products');
CREATE TRIGGER numbers_take_turns BEFORE INSERT OR DELETE OR UPDATE ON product_numbers FOR EACH STATEMENT EXECUTE FUNCTION take_turns_with_numbers();
CREATE TRIGGER product_prices_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON product_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER added_replacements_end AFTER INSERT ON products FOR EACH ROW WHEN (new.replaced_by IS NOT NULL) EXECUTE FUNCTION refuse_endless_replacements();
CREATE TRIGGER fitments_follow_product AFTER UPDATE OF kind, is_universal ON products FOR EACH ROW WHEN (new.kind IS DISTINCT FROM old.kind OR new.is_universal IS DISTINCT FROM old.is_universal) EXECUTE FUNCTION follow_product();
CREATE TRIGGER products_ladder AFTER INSERT OR UPDATE OF breaks ON products FOR EACH ROW WHEN (new.breaks IS NOT NULL AND NOT is_ladder(new.breaks)) EXECUTE FUNCTION refuse_ladder();
CREATE TRIGGER record_first_prices AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_first_prices();
CREATE TRIGGER record_new_price AFTER UPDATE OF price_cents, breaks ON products FOR EACH ROW WHEN (old.price_cents <> new.price_cents OR old.breaks IS DISTINCT FROM new.breaks) EXECUTE FUNCTION record_new_price();
CREATE TRIGGER replacements_end AFTER UPDATE OF replaced_by ON products FOR EACH ROW WHEN (new.replaced_by IS NOT NULL AND new.replaced_by IS DISTINCT FROM old.replaced_by) EXECUTE FUNCTION refuse_endless_replacements();
CREATE TRIGGER replacements_take_turns BEFORE UPDATE OF replaced_by ON products FOR EACH STATEMENT EXECUTE FUNCTION take_turns_with_numbers();
CREATE TRIGGER search_words_of_changed_names AFTER UPDATE OF name ON products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION add_changed_name();
CREATE TRIGGER search_words_of_new_names AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_new_names();
CREATE TRIGGER universal_waits_for_fitment_import BEFORE UPDATE OF is_universal ON products FOR EACH STATEMENT EXECUTE FUNCTION wait_for_fitment_import();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER guard_refund BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION guard_refund();
CREATE TRIGGER count_added_ratings AFTER INSERT ON reviews REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER count_changed_ratings AFTER UPDATE ON reviews REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER count_removed_ratings AFTER DELETE ON reviews REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON saved_lists FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER search_words_of_synonyms AFTER INSERT OR UPDATE OF terms ON search_synonyms FOR EACH ROW EXECUTE FUNCTION add_synonym_words();
CREATE TRIGGER shipment_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON shipment_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON stock_alerts FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER synonym_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON synonym_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER synonym_changes_logged AFTER INSERT ON synonym_changes FOR EACH ROW EXECUTE FUNCTION log_synonym_change();
CREATE TRIGGER refuse_erased_account BEFORE INSERT ON trade_accounts FOR EACH ROW EXECUTE FUNCTION refuse_erased_account();
CREATE TRIGGER count_ratings_of_account AFTER UPDATE OF email_verified ON users FOR EACH ROW WHEN (old.email_verified IS DISTINCT FROM new.email_verified) EXECUTE FUNCTION count_ratings_of_account();
CREATE TRIGGER guard_erasure BEFORE UPDATE ON users FOR EACH ROW WHEN (old.erasure_requested_at IS NOT NULL) EXECUTE FUNCTION guard_erasure();

-- Views

CREATE VIEW audit_log AS
 SELECT 'audit_entries'::text AS source,
    audit_entries.id,
    audit_entries.created_at,
    audit_entries.actor,
    audit_entries.action,
    audit_entries.target,
    audit_entries.target_key,
    audit_entries.related,
    audit_entries.name,
    audit_entries.before,
    audit_entries.after,
    audit_entries.request_id
   FROM audit_entries
UNION ALL
 SELECT 'admin_actions'::text AS source,
    admin_actions.id,
    admin_actions.created_at,
    admin_actions.actor,
    admin_actions.action,
    admin_actions.target,
    NULL::text AS target_key,
    NULL::uuid AS related,
    NULL::text AS name,
    admin_actions.before,
    admin_actions.after,
    admin_actions.request_id
   FROM admin_actions;

CREATE VIEW stock_ledger AS
 SELECT stock_movements.product_id,
    stock_movements.order_id,
    stock_movements.hold_round,
    stock_movements.delta,
    stock_movements.reason
   FROM stock_movements
UNION ALL
 SELECT order_lines.product_id,
    order_lines.order_id,
    1 AS hold_round,
    - order_lines.quantity AS delta,
    'held'::text AS reason
   FROM order_lines;
