insert into idempotency_keys (user_id, key, request_hash)
values (:userId, :key, :hash)
on conflict (user_id, key) do nothing returning key;
