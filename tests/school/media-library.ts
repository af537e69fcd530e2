import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import type { MediaRecord } from '#contract/site/staff/media.ts'
import type { TestApp } from './create-test-app.ts'

/** Makes a folder for the files of a media library, which is removed after the test. */
export async function makeMediaFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-media-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Uploads a picture of one colour. */
export async function uploadPicture(
  shop: TestApp,
  { name, width, height }: { name?: string; width: number; height: number },
): Promise<MediaRecord> {
  const picture = await sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' }))
  if (name !== undefined) form.set('name', name)
  const encoded = new Response(form)
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/staff/media/',
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...shop.asStaff('content'), 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<MediaRecord>()
}
