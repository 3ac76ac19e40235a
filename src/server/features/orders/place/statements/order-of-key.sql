select orders.id from idempotency_keys as known
join orders on orders.id = (known.answer ->> 'insertedId')::uuid and orders.user_id = known.user_id
where known.user_id = :userId and key = :key;
