// Says what of the school of DATA_DIR or DATABASE_URL needs a person: for an operator, and for a monitor.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { HealthCheck } from '#contract/desk/staff/health.ts'
import { readHealthConfig } from '#server/config.ts'
import { runHealth } from '#server/desk/health/cli.ts'
import { checkHealth } from '#server/desk/health/read-health.ts'
import { connect } from '#server/platform/db/connect.ts'
import { printFailure, reachDatabase } from './reach-database.ts'

/** @throws Error when there is no school, or its database can't be reached */
async function check(): Promise<HealthCheck[]> {
  const { server, ...settings } = readHealthConfig(process.env, join(import.meta.dirname, '..'))
  if (!process.env.DATABASE_URL && !existsSync(join(settings.dataDir, 'postgres'))) {
    throw new Error(`There is no school in ${settings.dataDir}. Set DATA_DIR, or DATABASE_URL.`)
  }
  const { connectionString, stop } = await reachDatabase()
  const db = connect(connectionString, { max: 4, log: pino({ level: 'silent' }), actor: 'operator' })
  try {
    return [await checkServer(server), ...(await checkHealth({ db, settings }))]
  } finally {
    await db.end()
    await stop()
  }
}

/** Whether the server of this machine can take requests. */
async function checkServer(address: string): Promise<HealthCheck> {
  const answer = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  const known = { name: 'server', title: 'Server' }
  if (answer?.ok) return { ...known, ok: true, figure: `ready at ${address}`, advice: null }
  const figure = answer ? `answers ${answer.status} at ${address}` : `does not answer at ${address}`
  const advice = 'Start it, or look at its log. HOST and PORT say where it is looked for.'
  return { ...known, ok: false, figure, advice }
}

try {
  const { lines, code } = await runHealth(check, process.argv.slice(2))
  console.log(lines.join('\n'))
  process.exitCode = code
} catch (error) {
  printFailure(error)
}
