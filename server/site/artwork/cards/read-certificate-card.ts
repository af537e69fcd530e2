import type { Visitor } from '#server/platform/auth/principal.ts'
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
export async function readCertificateCard(deps: Pick<Deps, 'db'>, visitor: Visitor, code: string): Promise<Card | undefined> {
  const found = await row(deps.db, cardOfCertificate, [code])
  if (!found) return undefined
  return {
    brand: found.school,
    over: 'Certificate of completion',
    title: found.title,
    note: `${found.holder}, ${day.format(found.last_day)}`,
    art: await findIllustration(deps, visitor, { kind: 'course', id: found.course_id }),
  }
}
