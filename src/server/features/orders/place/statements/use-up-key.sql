insert into idempotency_keys (user_id, key, request_hash, answer)
values (:userId, :key, 'ended', '{"insertedId": null}')
on conflict (user_id, key) do nothing;
