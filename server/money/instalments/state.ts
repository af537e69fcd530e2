/** SQL of today in India, which a statement computes once and not for each row. */
export const todaySql = `(select (app_now() at time zone 'Asia/Kolkata')::date)`

/** SQL of the state in which a part is shown. @param part alias of its row */
export const instalmentStateSql = (part: string) => `case
     when ${part}.state = 'open' and ${part}.due_on < ${todaySql} then 'late'
     when ${part}.state = 'open' and ${part}.due_on <> ${part}.agreed_on then 'moved'
     when ${part}.state = 'open' then 'due'
     else ${part}.state end`

/** SQL of the setting of how many days a part may be late before recordings and joining wait for it. */
export const graceDaysSql = `coalesce((select (settings ->> 'instalment_grace_days')::int from site_settings), 10)`
