select pg_advisory_xact_lock(hashtextextended(:list, 0));
