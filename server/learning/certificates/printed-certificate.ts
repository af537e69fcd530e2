import { pathTo } from '#contract/pages.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { drawDocument, TooManyDrawings } from '#server/platform/documents/draw-document.ts'
import { type BrandLook, readBrandLook } from '#server/platform/settings/brand-look.ts'
import { readCertificateLook } from '#server/platform/settings/site-settings.ts'
import type { PrintedCertificate } from '#server/platform/documents/printed.ts'
import { notFound, unavailable } from '#server/platform/errors/errors.ts'
import { FileAnswer } from '#server/platform/http/file-answer.ts'
import { readCertificatePictures } from '#server/site/artwork/certificate-pictures.ts'
import { signatoryColumns } from './signatory-columns.ts'

type Found = Omit<PrintedCertificate, 'kind' | 'verify_url'> & { course_id: number }

const columns = `k.number, k.holder, k.course_title, b.course_id, k.school, k.classes, k.minutes, k.rule, k.wanted_percent,
  k.exercises, k.accepted, k.built, ${signatoryColumns}, to_char(k.first_day, 'YYYY-MM-DD') as first_day,
  to_char(k.last_day, 'YYYY-MM-DD') as last_day, ${isoInstant('k.issued_at')} as issued_at, k.revoked_at is not null as revoked`

const validCertificateToPrint = statement<Found>(
  'valid_certificate_to_print',
  `select ${columns} from certificates k join batches b on b.id = k.batch_id cross join certificate_signatory() y
   where k.code = $1 and k.revoked_at is null`,
)
const anyCertificateToPrint = statement<Found>(
  'any_certificate_to_print',
  `select ${columns} from certificates k join batches b on b.id = k.batch_id cross join certificate_signatory() y
   where k.id = $1 and k.holder is not null`,
)

type DrawDeps = Pick<Deps, 'db' | 'files' | 'log'> & { config: Pick<Deps['config'], 'publicUrl'> }

/** @throws HttpError 404 for one that is unknown or not valid; 503 when it can't be drawn */
export async function printCertificate(deps: DrawDeps, code: string): Promise<FileAnswer> {
  return draw(deps, await row(deps.db, validCertificateToPrint, [code]))
}

/** A revoked one says so. @throws HttpError 404 for one that is unknown or erased; 503 when it can't be drawn */
export async function printCertificateForStaff(deps: DrawDeps, id: number): Promise<FileAnswer> {
  return draw(deps, await row(deps.db, anyCertificateToPrint, [id]))
}

async function draw(deps: DrawDeps, found: Found | undefined): Promise<FileAnswer> {
  if (!found) throw notFound('No valid certificate has this number.')
  const { course_id: courseId, ...printed } = found
  const verify_url = `${deps.config.publicUrl}${pathTo('verify', found.number)}`
  try {
    const pdf = await drawDocument({ kind: 'certificate', ...printed, verify_url }, await readLook(deps, found, courseId))
    return new FileAnswer(pdf, { attachment: `Certificate-${found.number}.pdf`, headers: { 'x-robots-tag': 'noindex' } })
  } catch (error) {
    if (!(error instanceof TooManyDrawings))
      deps.log.error({ err: error, certificate: found.number }, 'a certificate could not be drawn')
    throw unavailable('The PDF could not be made right now. Please try again in a moment.')
  }
}

/** A certificate shows no picture that stands for another name. */
async function readLook(deps: DrawDeps, found: Found, courseId: number): Promise<BrandLook> {
  const today = await readCertificateLook(deps)
  const sealed = found.school === today.brand
  const certificate = await readCertificatePictures(deps, visitor, {
    courseId,
    sealed,
    seal: sealed ? today.seal : null,
    signature: found.signatory_name === today.signatory_name ? today.signature : null,
  })
  return { accent: null, wordmark: null, picture: null, ...(await readBrandLook(deps, found.school)), certificate }
}
