import type { z } from 'zod'
import { type SiteSettings, siteSettings } from '#contract/site/content.ts'
import { isWebAddress } from '#contract/rules.ts'
import { settings } from '#contract/site/staff/settings.ts'
import type { TallyNames } from '#contract/tally-ledgers.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'

const latestSiteSettings = statement<{ settings: unknown }>('latest_site_settings', `select settings from site_settings`)

export async function readSiteSettings(deps: { db: Queryable }): Promise<SiteSettings> {
  const found = await row(deps.db, latestSiteSettings)
  const site = siteSettings.parse(found?.settings ?? firstSettings)
  // The URLs are used as links without change.
  return { ...site, socials: site.socials.filter(({ url }) => isWebAddress(url)) }
}

/** The amount above which money that staff move waits for a second person; null when one person is enough. */
export async function readApprovalLimit(deps: { db: Queryable }): Promise<number | null> {
  return (await readAllSettings(deps)).approval_above_paise
}

/** Days for which a cheque at the bank holds a seat; 0 when it holds none. */
export async function readChequeHoldDays(deps: { db: Queryable }): Promise<number> {
  return (await readAllSettings(deps)).cheque_hold_days
}

/** Hours for which a seat is offered to a person of a waitlist. */
export async function readOfferHours(deps: { db: Queryable }): Promise<number> {
  return (await readAllSettings(deps)).waitlist_offer_hours
}

/** What the ledgers are called in the school's Tally. */
export async function readTallyNames(deps: { db: Queryable }): Promise<TallyNames> {
  return readAllSettings(deps)
}

/** What certificates show of the school today. */
export async function readCertificateLook(deps: {
  db: Queryable
}): Promise<Pick<AllSettings, 'brand' | 'signatory_name' | 'signature' | 'seal'>> {
  return readAllSettings(deps)
}

/** Whether students may download recordings for their own use. */
export async function readRecordingDownloads(deps: { db: Queryable }): Promise<boolean> {
  return (await readAllSettings(deps)).recording_downloads
}

const backupSettings = settings.pick({ backup_hour: true, backup_keep_sets: true, backup_keep_days: true })

/** When backups are made, and how many are kept. The hour is India's. */
export async function readBackupSettings({ db }: { db: Queryable }): Promise<z.output<typeof backupSettings>> {
  return backupSettings.parse((await row(db, latestSiteSettings))?.settings ?? {})
}

type AllSettings = z.output<typeof settings>

async function readAllSettings({ db }: { db: Queryable }): Promise<AllSettings> {
  return settings.parse((await row(db, latestSiteSettings))?.settings ?? firstSettings)
}

/** Defaults before a school has saved its settings. They say nothing about what it teaches. */
export const firstSettings: SiteSettings = siteSettings.parse({
  brand: 'Karyashala',
  tagline: 'Live classes',
  phone_display: '',
  phone_e164: '',
  email: '',
  address: [],
  socials: [],
  support_hours: '',
  legal_name: 'Karyashala',
  grievance_name: '',
  grievance_email: '',
  gstin: null,
  sac_code: '999293',
  gst_rate: 18,
  headlines: [{ headline: 'Learn in live classes', slogan: 'Choose a course, then a batch that suits your days.' }],
  offerings: [],
  outcomes: [],
})
