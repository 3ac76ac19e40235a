select pg_advisory_xact_lock(hashtext('lists'), hashtext(:userId));
