import { sqlText } from '../../db/sql-text.ts'

/**
 * Recipient, phone, printed address and its fields for the next order of a row of `users`: of the default address, else of the
 * profile. Expressions over {@link deliveryTables}.
 */
export const deliveryColumns = sqlText`
  coalesce(saved.name, users.name) as name, coalesce(saved.phone, profiles.phone) as phone,
  coalesce(saved.printed, profiles.address) as address,
  case when saved.id is not null then jsonb_build_object(
    'company', saved.company, 'street', street, 'postalCode', postal_code, 'town', town,
    'region', region, 'country', country) end as place`

export const deliveryTables = sqlText`
  users left join profiles on profiles.user_id = users.id
    left join addresses as saved on saved.user_id = users.id and is_default`
