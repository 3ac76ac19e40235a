import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { kindWords, tradeWords } from './trade-words.ts'

/** Adds the groups of the trade that the shop does not have; what the owner changed or removed stays so. */
export async function learnTradeWords(db: Db): Promise<void> {
  const groups = [
    ...tradeWords.map((terms) => ({ key: terms[0], kind: null, terms })),
    ...Object.entries(kindWords).map(([kind, terms]) => ({ key: `kind ${kind}`, kind, terms })),
  ]
  await sql`
    insert into search_synonyms (trade_key, kind, terms)
    select "group" ->> 'key', "group" ->> 'kind', array(select jsonb_array_elements_text("group" -> 'terms'))
    from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) as "group"
    on conflict (trade_key) do nothing`.execute(db)
}
