update idempotency_keys set answer = jsonb_build_object('insertedId', :order::uuid)
where user_id = :userId and key = :key;
