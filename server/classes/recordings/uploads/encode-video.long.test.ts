import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openJoined } from '#server/classes/recordings/playing/downloads.ts'
import { publishedPath } from '#server/classes/recordings/published-path.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { encodeVideo } from './encode-video.ts'
import { probeVideo } from '#server/platform/video/probe-video.ts'

const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'karyashala-video-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Draws a moving test picture of eight seconds. */
async function draw(name: string, size: string, ...codecs: string[]): Promise<string> {
  const file = join(await makeFolder(), name)
  const sound = codecs.includes('-c:a') ? ['-f', 'lavfi', '-i', 'sine=440:d=8'] : []
  execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${size}:d=8:r=25`, ...sound, ...codecs, file])
  return file
}

test.each([
  ['class.mp4', '640x480', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'], 2],
  ['class.webm', '640x480', ['-c:v', 'libvpx', '-c:a', 'libopus'], 2],
  ['class.mkv', '320x180', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 1],
  ['class.mov', '640x360', ['-c:v', 'mpeg4', '-c:a', 'mp3'], 1],
  ['class.ts', '640x360', ['-c:v', 'libx264', '-c:a', 'aac'], 1],
])('%s becomes a playlist with its renditions', async (name, size, codecs, renditions) => {
  const file = await draw(name, size, ...codecs)
  const probe = await probeVideo(file)
  if (!probe) throw new Error('the video was not read')
  expect(Math.abs(probe.seconds - 8)).toBeLessThanOrEqual(1)
  const folder = await makeFolder()
  await encodeVideo(ffmpeg, file, probe, folder, new AbortController().signal)
  const playlist = await readFile(join(folder, 'index.m3u8'), 'utf8')
  expect(playlist.match(/^v\d\.m3u8$/gm)).toHaveLength(renditions)
  expect(playlist.match(/BANDWIDTH=[1-9]\d+$/gm)).toHaveLength(renditions)
  const files = await readdir(folder)
  expect(files).toContain('poster.jpg')
  // Players fetch no other names, and the server sends no others.
  for (const one of files) expect(one).toMatch(/^[\w-]+\.(?:m3u8|m4s|mp4|jpg)$/)
  const streams = execFileSync(ffmpeg, ['-v', 'error', '-i', join(folder, 'index.m3u8'), '-f', 'null', '-'], { stdio: 'pipe' })
  expect(streams.toString()).toBe('')

  // What a student downloads.
  const store = openFileStore({ s3: undefined, mediaDir: folder, uploadedRecordingsDir: await makeFolder() })
  const key = 'ab'.repeat(16)
  await store.writeFolder(publishedPath(key), folder)
  const joined = join(await makeFolder(), 'recording.mp4')
  const stream = await openJoined(store, key)
  if (!stream) throw new Error('there is nothing to download')
  await writeFile(joined, stream)
  expect(Math.abs(((await probeVideo(joined))?.seconds ?? 0) - 8)).toBeLessThanOrEqual(1)
  expect(execFileSync(ffmpeg, ['-v', 'error', '-i', joined, '-f', 'null', '-'], { stdio: 'pipe' }).toString()).toBe('')
})
