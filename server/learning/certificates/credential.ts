import { createHash } from 'node:crypto'
import { readStatusList as statusList } from '#contract/learning/certificates.ts'
import { pathTo } from '#contract/pages.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { didOf } from './did-document.ts'
import { hoursText, ruleText } from '#contract/certificate-words.ts'
import { signCredential } from './sign-credential.ts'
import { readSigningKey } from './signing-key.ts'
import { encodeStatusList } from './status-list.ts'
import type { CertificateRule } from '#contract/certificate-rules.ts'

interface Found {
  id: number
  holder: string
  course_id: number
  course_title: string
  description: string
  school: string
  rule: CertificateRule
  wanted_percent: number | null
  minutes: number
  issued_at: string
}

const certificateToSign = statement<Found>(
  'certificate_to_sign',
  `select k.id, k.holder, b.course_id, k.course_title, c.description, k.school, k.rule, k.wanted_percent, k.minutes,
     ${isoInstant('k.issued_at')} as issued_at
   from certificates k join batches b on b.id = k.batch_id join courses c on c.id = b.course_id
   where k.code = $1 and k.user_id = $2 and k.revoked_at is null`,
)
const revokedPositions = statement<{ id: number }>(
  'revoked_positions',
  `select id from certificates where revoked_at is not null`,
)

const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

type SignDeps = Pick<Deps, 'db' | 'config'>

/**
 * Returns the student's certificate as a signed Open Badges 3.0 credential.
 * @throws HttpError 404 for one that is unknown, another student's, or not valid
 */
export async function readBadge(deps: SignDeps, student: Student, code: string): Promise<string> {
  const found = await row(deps.db, certificateToSign, [code, student.id])
  if (!found) throw notFound('You have no valid certificate with this number.')
  const { publicUrl } = deps.config
  const page = `${publicUrl}${pathTo('verify', code)}`
  const list = `${publicUrl}/api${statusList.path}`
  const course = `${publicUrl}${pathTo('course', found.course_id)}`
  const credential = {
    '@context': contexts,
    id: page,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: found.course_title,
    issuer: { id: didOf(publicUrl), type: ['Profile'], name: found.school, url: publicUrl },
    validFrom: withoutFraction(found.issued_at),
    credentialSubject: {
      id: `${page}#holder`,
      type: ['AchievementSubject'],
      identifier: identifiersOf(student.email, found.holder, code),
      achievement: {
        id: course,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: found.course_title,
        description: found.description,
        criteria: {
          narrative: `${ruleText(found.rule, found.wanted_percent)} The classes last ${hoursText(found.minutes)} in all.`,
        },
        image: { id: `${publicUrl}/media/art/course/${found.course_id}.svg`, type: 'Image', caption: found.course_title },
      },
    },
    credentialStatus: {
      id: `${list}#${found.id}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(found.id),
      statusListCredential: list,
    },
  }
  return signCredential(credential, await readSigningKey(deps))
}

/** Returns the signed list that has a bit for each revoked certificate. */
export async function readStatusList(deps: SignDeps): Promise<string> {
  const revoked = (await rows(deps.db, revokedPositions)).map(({ id }) => id)
  const { publicUrl } = deps.config
  const list = `${publicUrl}/api${statusList.path}`
  const credential = {
    '@context': contexts.slice(0, 1),
    id: list,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: { id: didOf(publicUrl) },
    // A minute back, for verifiers whose clock is behind.
    validFrom: withoutFraction(new Date(Date.now() - 60_000).toISOString()),
    credentialSubject: {
      id: `${list}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeStatusList(revoked),
    },
  }
  return signCredential(credential, await readSigningKey(deps))
}

/** The student proves the address to a verifier that knows it; the address itself is not in the credential. */
function identifiersOf(email: string, holder: string, salt: string) {
  const hash = createHash('sha256')
    .update(email + salt)
    .digest('hex')
  return [
    { type: 'IdentityObject', hashed: true, identityHash: `sha256$${hash}`, identityType: 'emailAddress', salt },
    { type: 'IdentityObject', hashed: false, identityHash: holder, identityType: 'name' },
  ]
}

const withoutFraction = (instant: string) => instant.replace(/\.\d+Z$/, 'Z')
