/** The SQL of a condition. @param value SQL of the value that is asked for */
type Condition = (value: string) => string

/** The PostgreSQL type of a filter whose column has its name, or a condition. @param own of `Reading.own` */
export type Filter = string | { type: string; sql: (value: string, own: string) => string }

/** A filter of one column or expression. @param type of PostgreSQL */
export const equals = (type: string, expression: string): { type: string; sql: Condition } => ({
  type,
  sql: (value) => `${expression} = ${value}`,
})
