import { expect, test } from 'vitest'
import { sqlText } from './sql-text.ts'

test('composed SQL is indented as if it had been written in one piece', () => {
  const inner = sqlText`
      select id
      from (
        select 1 as id
      ) as one`
  const text = sqlText`
    with found as (
      ${inner}
      ${''}
      limit ${5}
    )
    select * from found
  `
  expect(text).toBe(`with found as (
  select id
  from (
    select 1 as id
  ) as one
  limit 5
)
select * from found`)
})

test('the lines of a part behind other words are indented like their line', () => {
  expect(sqlText`
    select id,
      ${sqlText`
        case when true
          then 1 end`} as one`).toBe(
    ['select id,', '  case when true', '    then 1 end as one'].join('\n'),
  )
  expect(sqlText`select 1
    union select 2`).toBe('select 1\nunion select 2')
})
