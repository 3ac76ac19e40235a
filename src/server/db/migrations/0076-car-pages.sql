-- The addresses of pages about cars that search engines are shown, those with the most parts first. Made anew every day.
create table car_pages (
  place integer primary key,
  path text not null
);
