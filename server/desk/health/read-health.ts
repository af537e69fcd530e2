import type { Health, HealthCheck } from '#contract/desk/staff/health.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { version } from '#server/platform/release/release.ts'
import { backups } from './checks/backups.ts'
import { certificate } from './checks/certificate.ts'
import { clock } from './checks/clock.ts'
import { disk } from './checks/disk.ts'
import { jobs } from './checks/jobs.ts'
import { mail } from './checks/mail.ts'
import { mailDkim, mailDmarc, mailSpf } from './checks/mail-dns.ts'
import { maintenance } from './checks/maintenance.ts'
import { migrations } from './checks/migrations.ts'
import { postgresql } from './checks/postgresql.ts'
import { webhook } from './checks/webhook.ts'
import type { Check, HealthSource } from './define-check.ts'

const checks: readonly Check[] = [
  maintenance,
  disk,
  backups,
  postgresql,
  migrations,
  jobs,
  clock,
  certificate,
  webhook,
  mail,
  mailSpf,
  mailDkim,
  mailDmarc,
]

/** Milliseconds after which a check counts as failed. */
const checkTimeoutMs = 8000

/** What of the server needs a person. A check that can't be done is one that fails, and stops no other. */
export async function checkHealth(source: HealthSource): Promise<HealthCheck[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, source)))
  return found.flatMap((one) => (one ? [one] : []))
}

async function runCheck({ name, title, find }: Check, source: HealthSource): Promise<HealthCheck | undefined> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('It took too long.')), checkTimeoutMs)
  try {
    const finding = await Promise.race([find(source), late.promise])
    return finding && { name, title, ok: finding.ok, figure: finding.figure, advice: finding.advice ?? null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = 'Try again. When it stays so, the reason says where to look.'
    return { name, title, ok: false, figure: `could not be checked: ${reason}`, advice }
  } finally {
    clearTimeout(timer)
  }
}

export const sourceOf = ({ db, config }: Pick<Deps, 'db' | 'config'>): HealthSource => ({
  db,
  settings: { ...config, providerUrl: config.provider.apiUrl },
})

/** Returns the checks for the page of staff. */
export async function readHealth(deps: Pick<Deps, 'db' | 'config' | 'clock'>, _staff: Staff): Promise<Health> {
  const found = await checkHealth(sourceOf(deps))
  return { ok: found.every(({ ok }) => ok), checked_at: deps.clock().toISOString(), version, checks: found }
}
