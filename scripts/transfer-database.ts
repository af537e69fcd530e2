import { exportDatabase } from '#server/db/export.ts'
import { importDatabase } from '#server/db/import.ts'
import { reachDatabase } from './reach-database.ts'

const usage = 'Say which file: npm run db:export -- FILE, or npm run db:import -- FILE'

async function main(): Promise<string> {
  const [direction, file, ...rest] = process.argv.slice(2)
  if (file === undefined || rest.length > 0 || (direction !== 'export' && direction !== 'import')) throw new Error(usage)
  const { connectionString, stop } = await reachDatabase({ owner: true })
  try {
    const { tables, rows } = await (direction === 'export' ? exportDatabase : importDatabase)(connectionString, file)
    return `${direction === 'export' ? 'Exported' : 'Imported'} ${rows} rows of ${tables} tables ${direction === 'export' ? 'to' : 'from'} ${file}`
  } finally {
    await stop()
  }
}

try {
  console.log(await main())
} catch (error) {
  // A host with several addresses reports one error for each address.
  const reason = error instanceof AggregateError ? error.errors[0] : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
}
