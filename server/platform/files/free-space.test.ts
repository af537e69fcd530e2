import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { addressOf, credentialsFor, endpoints } from '#tests/security/endpoints.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { hasSpace } from './free-space.ts'
import { prepareRecording } from '#server/classes/recordings/uploads/prepare-recording.ts'

/** More than any disk has. */
const diskReserveBytes = Number.MAX_SAFE_INTEGER

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-space-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('refuses large calls with 507 while the disk is nearly full [SEC-087]', async () => {
  const shop = await createTestApp({ config: { diskReserveBytes } })
  const { access } = await signIn(shop)
  const large = endpoints.filter(
    ({ largeBody, bodyType, answerType, storesMuch }) =>
      Boolean(largeBody) || bodyType !== undefined || answerType === 'text/csv' || storesMuch === true,
  )
  expect(large.length).toBeGreaterThan(20)
  for (const endpoint of large) {
    const answer = await shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: {
        ...credentialsFor(shop, endpoint, access),
        ...(endpoint.answerType === 'text/csv' || endpoint.storesMuch ? {} : { 'content-length': String(257 * 1024) }),
      },
    })
    expect([endpoint.name, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      endpoint.name,
      507,
      'disk_nearly_full',
    ])
  }
  expect((await shop.get('/courses/')).statusCode).toBe(200)
})

test('takes small forms while the disk is nearly full', async () => {
  const shop = await createTestApp({ config: { diskReserveBytes } })
  const { access } = await signIn(shop)
  const small = endpoints.filter(({ bodyType }) => bodyType !== undefined)
  for (const endpoint of small) {
    const answer = await shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      payload: 'x'.repeat(200_000),
      headers: { ...credentialsFor(shop, endpoint, access) },
    })
    expect([endpoint.name, answer.statusCode]).toEqual([endpoint.name, expect.toSatisfy((status: number) => status < 500)])
  }
})

test('counts what a call brings against the reserve', async () => {
  const dataDir = await openFolder()
  expect(await hasSpace({ dataDir, diskReserveBytes: 1 })).toBe(true)
  expect(await hasSpace({ dataDir, diskReserveBytes: 1 }, Number.MAX_SAFE_INTEGER)).toBe(false)
  expect(await hasSpace({ dataDir: `${dataDir}/not/made/yet`, diskReserveBytes: 1 })).toBe(true)
})

test('is ready with a warning while the disk is nearly full', async () => {
  const shop = await createTestApp({ config: { diskReserveBytes } })
  const answer = await shop.app.inject('/ready')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { status: 'ready', warnings: [expect.stringMatching(/^The disk of DATA_DIR has less/)] },
  ])
})

test('a received video waits for space and is prepared later', async () => {
  const uploadedRecordingsDir = await openFolder()
  const shop = await createClassShop(0, { config: { uploadedRecordingsDir, ffmpegPath: '/nonexistent/ffmpeg' } })
  await shop.setClock(february('03', '16:00'))
  const meera = staffClient(shop, 'instructor', shop.instructor)
  const body = { session_id: (await shop.nth(1)).id, title: 'Locks', file_name: 'class.mp4', size_bytes: 4 }
  const { id } = (await meera('POST', 'recording-uploads/', { body })).as<RecordingUpload>()
  const send = (reserve: number) => {
    shop.deps.config.diskReserveBytes = reserve
    return shop.app.inject({
      method: 'PATCH',
      url: `/api/staff/recording-uploads/${id}/file/`,
      payload: Buffer.from('text'),
      headers: {
        ...shop.asStaff('instructor', shop.instructor),
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
    })
  }
  expect((await send(diskReserveBytes)).statusCode).toBe(507)
  expect((await send(0)).statusCode).toBe(204)

  const stateOf = async () =>
    (await meera('GET', `recording-uploads/?session=${body.session_id}`)).as<{ items: RecordingUpload[] }>().items[0]
  shop.deps.config.diskReserveBytes = diskReserveBytes
  await expect(prepareRecording(shop.deps, system, { id })).rejects.toThrow('no room')
  expect(await stateOf()).toMatchObject({ state: 'preparing', problem: expect.stringMatching(/free space/) })
  shop.deps.config.diskReserveBytes = 0
  await prepareRecording(shop.deps, system, { id })
  // Four bytes are no video.
  expect(await stateOf()).toMatchObject({ state: 'failed', problem: expect.stringMatching(/no video/) })

  shop.deps.config.diskReserveBytes = diskReserveBytes
  expect((await meera('POST', 'recording-uploads/', { body })).status).toBe(507)
})
