import pg from 'pg'

// PostgreSQL may return the rows of a statement without `order by` in any order. In tests they come in reverse, so that code and
// tests that rely on the order of the tables fail always and not once in a hundred runs.

interface Completed {
  text?: string
  _result: { rows: unknown[] }
  handleCommandComplete(...given: unknown[]): void
}

const literal = /'(?:[^']|'')*'/g
const innermostParentheses = /\([^()]*\)/g
const orderOf = new Map<string, boolean>()

/** Returns whether a statement gives its result an order, apart from those of its subqueries. */
export function hasOrder(sql: string): boolean {
  const known = orderOf.get(sql)
  if (known !== undefined) return known
  let outer = sql.replace(literal, '')
  for (let length = 0; length !== outer.length; ) {
    length = outer.length
    outer = outer.replace(innermostParentheses, '')
  }
  const found = /\border by\b/i.test(outer)
  orderOf.set(sql, found)
  return found
}

const query = pg.Query.prototype as unknown as Completed & { reversesRows?: true }
// A worker loads this file for each test file, and the driver once.
if (!query.reversesRows) {
  const complete = query.handleCommandComplete
  query.handleCommandComplete = function (...given) {
    complete.apply(this, given)
    if (this.text && this._result.rows.length > 1 && !hasOrder(this.text)) this._result.rows.reverse()
  }
  query.reversesRows = true
}
