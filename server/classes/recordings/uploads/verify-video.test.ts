import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LostBytes, verifyPicture, verifyRendition } from './verify-video.ts'

/** One MP4 box of a thousand bytes. */
const box = Buffer.alloc(1000)
box.writeUInt32BE(1000)
box.write('mdat', 4)

const playlist = [
  '#EXTM3U',
  '#EXT-X-MAP:URI="v0-init.mp4"',
  '#EXTINF:6.000000,',
  'v0-00000.m4s',
  '#EXTINF:2.000000,',
  'v0-00001.m4s',
  '#EXT-X-ENDLIST',
  '',
].join('\n')

async function makeFiles(changed: Record<string, Buffer | string | null> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-verify-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const whole = { 'v0.m3u8': playlist, 'v0-init.mp4': box, 'v0-00000.m4s': Buffer.concat([box, box]), 'v0-00001.m4s': box }
  for (const [name, content] of Object.entries({ ...whole, ...changed })) {
    if (content !== null) await writeFile(join(folder, name), content)
  }
  return folder
}

test('accepts whole files and returns the rate of the largest part', async () => {
  expect(await verifyRendition(await makeFiles(), 'v0.m3u8', 8)).toEqual({ rate: 4000 })
})

test.each([
  ['an empty segment', { 'v0-00001.m4s': '' }],
  ['a missing segment', { 'v0-00001.m4s': null }],
  ['a segment that is cut off', { 'v0-00000.m4s': Buffer.concat([box, box.subarray(0, 500)]) }],
  ['a segment that is cut off in the head of a box', { 'v0-00000.m4s': Buffer.concat([box, box.subarray(0, 6)]) }],
  ['an empty start', { 'v0-init.mp4': '' }],
  ['an empty playlist', { 'v0.m3u8': '' }],
  ['a playlist without its end', { 'v0.m3u8': playlist.replace('#EXT-X-ENDLIST', '') }],
])('refuses %s', async (_what, changed) => {
  await expect(verifyRendition(await makeFiles(changed), 'v0.m3u8', 8)).rejects.toThrow(LostBytes)
})

test('refuses parts that are shorter than their source', async () => {
  await expect(verifyRendition(await makeFiles(), 'v0.m3u8', 20)).rejects.toThrow('v0.m3u8 has 8.0 s of 20 s')
})

test('refuses a picture that is cut off', async () => {
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100), Buffer.from([0xff, 0xd9])])
  const folder = await makeFiles({ 'whole.jpg': picture, 'cut.jpg': picture.subarray(0, 60) })
  expect(await verifyPicture(folder, 'whole.jpg')).toBe(true)
  expect(await verifyPicture(folder, 'none.jpg')).toBe(false)
  await expect(verifyPicture(folder, 'cut.jpg')).rejects.toThrow(LostBytes)
})
