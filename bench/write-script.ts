import type pg from 'pg'

interface RecordedStatement {
  text: string
  values: unknown[]
  answered: Record<string, unknown>[]
}

/** Wraps a pool so that it records each statement with its values and result rows. */
export function recordStatements(db: pg.Pool, sent: RecordedStatement[]): pg.Pool {
  const query =
    (target: Pick<pg.ClientBase, 'query'>) =>
    async (config: pg.QueryConfig | string, values: unknown[] = []) => {
      const given = typeof config === 'string' ? { text: config, values } : { text: config.text, values: config.values ?? values }
      const result = await target.query(given.text, given.values)
      sent.push({ ...given, answered: result.rows as Record<string, unknown>[] })
      return result
    }
  return Object.assign(Object.create(db) as pg.Pool, {
    query: query(db),
    async connect() {
      const client = await db.connect()
      return { connection: client.connection, query: query(client), release: (error?: Error) => client.release(error) }
    },
  })
}

/**
 * Returns the statements of a sale as a pgbench script. A value that differs between the two recorded sales comes from an
 * earlier result, from buyer or batch, or is made unique by the buyer's number.
 */
export function writeScript(first: Sale, second: Sale): { script: string; variables: Record<string, string> } {
  const variables: Record<string, string> = {}
  const lines = [
    String.raw`\set n :n + 1`,
    String.raw`\set buyer :from + :client_id * 100000 + :n`,
    String.raw`\set batch :first_batch + :client_id`,
  ]
  const wanted = new Map<number, boolean>()
  const texts = first.sent.map(({ text, values }, index) =>
    text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
      const at = Number(digits) - 1
      const [a, b] = [values[at], second.sent[index]?.values[at]]
      if (a === null || a === undefined) return 'null'
      if (a === first.userId && b === second.userId) return ':buyer'
      if (a === first.batchId && b === second.batchId) return ':batch'
      if (a === first.sessionId && a !== undefined && b === second.sessionId) return `lpad(:buyer::text, 32, '0')::uuid`
      const source = first.sent.findIndex(({ answered: [row] }, earlier) => {
        const other = second.sent[earlier]?.answered[0]
        return earlier < index && Object.keys(row ?? {}).some((column) => row?.[column] === a && other?.[column] === b && a !== b)
      })
      if (source >= 0) {
        const column = Object.entries(first.sent[source]?.answered[0] ?? {}).find(([, value]) => value === a)?.[0] ?? ''
        wanted.set(source, true)
        return `:s${source}_${column}`
      }
      const name = `v${index}_${at}`
      variables[name] = asText(a)
      return a === b || /^[[{]/.test(asText(a)) ? `:${name}` : `(:${name}::text || :buyer::text)`
    }),
  )
  texts.forEach((text, index) => {
    const plain = text.replaceAll(/--.*$/gm, '').trim()
    lines.push(wanted.has(index) ? `${plain} ${String.raw`\gset`} s${index}_` : `${plain};`)
  })
  return { script: `${lines.join('\n')}\n`, variables }
}

interface Sale {
  userId: number
  batchId: number
  /** As `lpad` makes it of the buyer's number. */
  sessionId?: string
  sent: RecordedStatement[]
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value
  // A list of ids is an array of PostgreSQL. Other lists are sent as texts of JSON.
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return `{${value.join()}}`
  return JSON.stringify(value)
}
