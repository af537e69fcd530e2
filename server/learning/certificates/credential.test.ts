import { createHash } from 'node:crypto'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { type JWTVerified, verifyJWT } from 'did-jwt'
import { expect, test } from 'vitest'
import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { createFinishedBatch, type FinishedBatch } from '#tests/school/finished-batch.ts'
import { runCertificates } from '#server/learning/cli/certificates.ts'

interface Badge {
  shop: FinishedBatch
  jwt: string
  certificate: StaffCertificate
  access: string
}

async function issueBadge(): Promise<Badge> {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [student.id] } })
  const [certificate] = (await shop.owner('GET', 'certificates/')).as<{ items: StaffCertificate[] }>().items
  const answer = await shop.get(`/certificates/${certificate!.code}/badge/`, student.access)
  expect(answer.statusCode, answer.body).toBe(200)
  return { shop, jwt: answer.body, certificate: certificate!, access: student.access }
}

const didOf = async (shop: FinishedBatch) => (await shop.app.inject('/.well-known/did.json')).json<{ id: string }>()

/** An independent verifier, which gets the school's keys from its document. The clock is that of the tests. */
async function verify(shop: FinishedBatch, jwt: string): Promise<JWTVerified> {
  const didDocument = await didOf(shop)
  const resolver = { resolve: async () => ({ didResolutionMetadata: {}, didDocument, didDocumentMetadata: {} }) }
  const now = Date.parse('2031-02-15T00:00:00Z') / 1000
  return verifyJWT(jwt, { resolver, proofPurpose: 'assertionMethod', policies: { now } })
}

test('an independent verifier accepts the credential', async () => {
  const { shop, jwt, certificate } = await issueBadge()
  const { verified, payload, issuer, signer } = await verify(shop, jwt)
  const page = `${shop.deps.config.publicUrl}/verify/${certificate.code}`
  expect([verified, issuer]).toEqual([true, (await didOf(shop)).id])
  expect(signer.id).toBe(`${issuer}#key-1`)
  const [header = ''] = jwt.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: `${issuer}#key-1` })
  // Open Badges 3.0, 8.2: the payload is the credential, and the registered claims repeat its values.
  expect(payload).toMatchObject({
    jti: page,
    iss: issuer,
    sub: `${page}#holder`,
    nbf: Math.floor(Date.parse(certificate.issued_at) / 1000),
  })
  expect(payload).not.toHaveProperty('vc')
  expect(payload['credentialSubject']).toMatchObject({
    id: `${page}#holder`,
    achievement: {
      achievementType: 'CertificateOfCompletion',
      name: 'Testing in Practice',
      criteria: { narrative: expect.any(String) },
    },
  })
  const credential = payloadOf(jwt)
  expect(credential['@context']).toEqual([
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ])
  expect(credential['type']).toEqual(['VerifiableCredential', 'OpenBadgeCredential'])
  expect(Object.keys(credential).toSorted()).toEqual(
    [
      '@context',
      'credentialStatus',
      'credentialSubject',
      'id',
      'iss',
      'issuer',
      'jti',
      'name',
      'nbf',
      'sub',
      'type',
      'validFrom',
    ].toSorted(),
  )
  expect(credential['validFrom']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const { achievement } = credential['credentialSubject'] as { achievement: Record<string, unknown> }
  for (const required of ['id', 'type', 'criteria', 'description', 'name']) expect(achievement).toHaveProperty(required)
  const { rows } = await shop.db.query<{ email: string }>('select email from users where id = $1', [certificate.student_id])
  const { email } = rows[0]!
  const subject = payloadOf(jwt)['credentialSubject'] as { identifier: { identityHash: string; salt?: string }[] }
  const [address] = subject.identifier
  const hash = createHash('sha256')
    .update(email + address?.salt)
    .digest('hex')
  expect(address?.identityHash).toBe(`sha256$${hash}`)
  expect(JSON.stringify(payloadOf(jwt))).not.toContain(email)
})

test('a verifier refuses a changed credential and another key', async () => {
  const { shop, jwt } = await issueBadge()
  const [header, payload = '', signature] = jwt.split('.')
  const changed = Buffer.from(payload, 'base64url').toString().replace('Asha Patil', 'Usha Patil')
  expect(changed).toContain('Usha Patil')
  await expect(verify(shop, [header, Buffer.from(changed).toString('base64url'), signature].join('.'))).rejects.toThrow(
    'invalid_signature',
  )
  await shop.db.query(`update certificate_keys set x = $1`, ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'])
  await expect(verify(shop, jwt)).rejects.toThrow('invalid_signature')
})

test('a revocation sets the bit of the credential and no other', async () => {
  const { shop, jwt, certificate } = await issueBadge()
  const status = payloadOf(jwt)['credentialStatus'] as {
    statusListIndex: string
    statusListCredential: string
    statusPurpose: string
  }
  const listed = async () => {
    const answer = await shop.app.inject(new URL(status.statusListCredential).pathname)
    expect(answer.headers['content-type']).toContain('application/vc+jwt')
    // The list is of now, whatever the clock of the database says.
    const subject = payloadOf(answer.body)['credentialSubject'] as { encodedList: string; statusPurpose: string }
    expect(subject.statusPurpose).toBe(status.statusPurpose)
    expect((await verify(shop, answer.body)).verified).toBe(true)
    return decodeList({ encodedList: subject.encodedList })
  }
  const index = Number(status.statusListIndex)
  const before = await listed()
  expect([before.length >= 131_072, before.getStatus(index)]).toEqual([true, false])
  await shop.owner('POST', `certificates/${certificate.id}/revoke/`, { body: { reason: 'Wrong' } })
  const after = await listed()
  expect([index - 1, index, index + 1].map((one) => after.getStatus(one))).toEqual([false, true, false])
})

test('a rotated key signs, and the former key still verifies', async () => {
  const { shop, jwt, certificate, access } = await issueBadge()
  expect(await runCertificates(shop.deps, ['rotate-key'])).toEqual({ lines: ['key-2 signs from now on.'], code: 0 })
  expect((await verify(shop, jwt)).signer.id).toMatch(/#key-1$/)
  const next = await shop.get(`/certificates/${certificate.code}/badge/`, access)
  expect((await verify(shop, next.body)).signer.id).toMatch(/#key-2$/)
  const { rows } = await shop.db.query('select sealed is null as gone from certificate_keys order by id')
  expect(rows).toEqual([{ gone: true }, { gone: false }])
  expect((await runCertificates(shop.deps, ['keys'])).lines).toHaveLength(2)
  expect((await runCertificates(shop.deps, ['rotate-key', 'now'])).code).toBe(2)
})

test('calls at once make one key, which is sealed', async () => {
  const shop = await createFinishedBatch(0)
  const documents = await Promise.all(Array.from({ length: 6 }, () => didOf(shop)))
  expect(new Set(documents.map((one) => JSON.stringify(one))).size).toBe(1)
  const { rows } = await shop.db.query<{ sealed: Buffer }>('select sealed from certificate_keys')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.sealed.toString()).not.toContain('"d"')
})

test('only the student gets the badge of a valid certificate', async () => {
  const { shop, certificate, access } = await issueBadge()
  const path = `/certificates/${certificate.code}/badge/`
  expect((await shop.get(path)).statusCode).toBe(401)
  expect((await shop.get(path, (await shop.signInStudent()).access)).statusCode).toBe(404)
  await shop.owner('POST', `certificates/${certificate.id}/revoke/`, { body: { reason: 'Wrong' } })
  expect((await shop.get(path, access)).statusCode).toBe(404)
})

function payloadOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}
