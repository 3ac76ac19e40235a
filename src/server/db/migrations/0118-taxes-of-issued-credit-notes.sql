-- The tax of its invoice's terms that a credit note has printed so far: of its amount alone, so those of an order could come to
-- a cent more or less than the invoice. Issued papers keep it. Later notes have null, and share the tax of the invoice.
-- Computed like `includedTax`, in the numbers of JavaScript.
alter table credit_notes add column if not exists included_tax_cents bigint;
alter table credit_notes disable trigger credit_notes_append_only;
update credit_notes
set included_tax_cents = floor(
  amount_cents * (tax_rate / 1000.0::float8) / (100 + tax_rate / 1000.0::float8) + 0.5::float8)
from invoices join invoice_terms on invoice_terms.id = terms_id
where invoices.order_id = credit_notes.order_id and tax_rate is not null;
alter table credit_notes enable trigger credit_notes_append_only;
