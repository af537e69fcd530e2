/** SQL of an instant as JSON has it: ISO 8601 in UTC, with milliseconds. */
export const isoInstant = (sql: string) => `to_char(${sql} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
