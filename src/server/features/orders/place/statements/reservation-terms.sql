select * from reservation_terms(
  array[:userId::uuid], array[(:products::uuid[])::text], array[:limits::text]);
