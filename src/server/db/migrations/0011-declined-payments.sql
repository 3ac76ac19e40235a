-- How often a payment was declined lately is asked each time it is opened.
create index if not exists webhook_events_declined on webhook_events (intent_id, received_at)
  where type = 'payment_intent.payment_failed';
