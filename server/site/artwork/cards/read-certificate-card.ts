import type { Visitor } from '#server/platform/auth/principal.ts'
import { wordmarkOf } from '#contract/site/brand.ts'
import { readMark } from '#server/site/artwork/read-mark.ts'
import { readSeal } from '#server/site/artwork/certificate-pictures.ts'
import { readCertificateLook, readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { findIllustration } from '#server/site/artwork/find-illustration.ts'
import type { Card } from './draw-card.ts'

const cardOfCertificate = statement<{ holder: string; title: string; school: string; last_day: Date; course_id: number }>(
  'card_of_certificate',
  `select k.holder, k.course_title as title, k.school, k.last_day::timestamp at time zone 'Asia/Kolkata' as last_day, b.course_id
   from certificates k join batches b on b.id = k.batch_id where k.code = $1 and k.revoked_at is null`,
)
const day = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'long', year: 'numeric' })

/** Returns the card of a valid certificate; undefined for any other. */
export async function readCertificateCard(
  deps: Pick<Deps, 'db' | 'files'>,
  visitor: Visitor,
  code: string,
): Promise<Card | undefined> {
  const found = await row(deps.db, cardOfCertificate, [code])
  if (!found) return undefined
  const site = await readSiteSettings(deps)
  // A certificate keeps the name that the school had.
  const isNamed = site.brand === found.school
  return {
    brand: isNamed ? wordmarkOf(site) : found.school,
    mark: await readMark(deps, isNamed ? site : { ...site, brand: found.school, mark: null }),
    over: 'Certificate of completion',
    title: found.holder,
    note: `has completed ${found.title}, ${day.format(found.last_day)}`,
    ...(isNamed && { seal: await readSeal(deps, (await readCertificateLook(deps)).seal) }),
    art: await findIllustration(deps, visitor, { kind: 'course', id: found.course_id }),
  }
}
