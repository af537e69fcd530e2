/** SQL of the moment at which a day begins in India. */
export const midnightSql = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`

/** Conditions of the filters `from` and `to`: days in India, both included. @param column a timestamptz */
export const dayFiltersOf = (column: string) => ({
  from: { type: 'date', sql: `${column} >= ${midnightSql('$')}` },
  to: { type: 'date', sql: `${column} < ${midnightSql('$ + 1')}` },
})
