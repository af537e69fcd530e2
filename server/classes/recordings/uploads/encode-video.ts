import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Probe } from '#server/platform/video/probe-video.ts'
import { verifyPicture, verifyRendition } from './verify-video.ts'

/** The names of what players fetch. */
const playlistFile = 'index.m3u8'
const posterFile = 'poster.jpg'

/** Milliseconds of one file: four times the longest class on a slow machine. */
const timeoutMs = 12 * 60 * 60_000
/** Lines of a picture from which a second, small one is made for phones. */
const smallFrom = 480

/** Whether this machine has ffmpeg. */
export async function hasFfmpeg(ffmpeg: string): Promise<boolean> {
  return run(ffmpeg, ['-version']).then(
    () => true,
    () => false,
  )
}

/**
 * Writes a video as HLS into a folder, with a picture to show before it plays. A second rendition of 360 lines is made of larger
 * ones. What is made is whole and on the disk.
 * @param signal ends ffmpeg
 * @returns the names of the playlist and of the picture, which a video without a frame at that time does not get
 * @throws LostBytes when the disk did not take all; Error when ffmpeg can't
 */
export async function encodeVideo(
  ffmpeg: string,
  file: string,
  probe: Probe,
  folder: string,
  signal: AbortSignal,
): Promise<{ file: string; poster: string | null }> {
  const input = [...optionsOf({ protocol_whitelist: 'file', f: probe.reader }), '-i', file]
  const main = probe.isH264 ? { 'c:v': 'copy' } : encoded(720, 2500)
  const renditions = probe.height >= smallFrom ? [main, encoded(360, 600)] : [main]
  const outputs = renditions.flatMap((picture, index) => {
    const name = `v${index}`
    const output = {
      map_metadata: '-1',
      ...picture,
      ...(probe.hasSound ? { 'c:a': 'aac', 'b:a': '96k', ac: '2', ar: '48000' } : {}),
      f: 'hls',
      hls_time: '6',
      hls_playlist_type: 'vod',
      hls_segment_type: 'fmp4',
      hls_flags: 'independent_segments',
      hls_segment_filename: join(folder, `${name}-%05d.m4s`),
      hls_fmp4_init_filename: `${name}-init.mp4`,
    }
    const maps = ['-map', '0:v:0', ...(probe.hasSound ? ['-map', '0:a:0'] : [])]
    return [...maps, ...optionsOf(output), join(folder, `${name}.m3u8`)]
  })
  await run(ffmpeg, [...input, ...outputs], signal)
  await writeFile(join(folder, playlistFile), await masterPlaylist(folder, renditions.length, probe.pictureSeconds))
  const at = String(Math.min(60, Math.floor(probe.seconds / 10)))
  const poster = { 'frames:v': '1', vf: "scale='min(1280,iw)':-2", 'q:v': '4' }
  await run(ffmpeg, ['-ss', at, ...input, ...optionsOf(poster), join(folder, posterFile)], signal)
  return { file: playlistFile, poster: (await verifyPicture(folder, posterFile)) ? posterFile : null }
}

/** H.264 of at most so many lines, in parts that begin every six seconds. */
function encoded(lines: number, kilobits: number): Record<string, string> {
  return {
    'c:v': 'libx264',
    preset: 'veryfast',
    crf: '24',
    maxrate: `${kilobits}k`,
    bufsize: `${2 * kilobits}k`,
    pix_fmt: 'yuv420p',
    'profile:v': 'main',
    'filter:v': `scale=-2:'min(${lines},ih)'`,
    force_key_frames: 'expr:gte(t,n_forced*6)',
  }
}

/**
 * Returns the list of renditions with the bit rate of their largest part, which players choose by. ffmpeg guesses the rate of a
 * copied stream and leaves out the list when it can't.
 */
async function masterPlaylist(folder: string, renditions: number, seconds: number): Promise<string> {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  for (let index = 0; index < renditions; index += 1) {
    const { rate } = await verifyRendition(folder, `v${index}.m3u8`, seconds)
    lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=${rate}`, `v${index}.m3u8`)
  }
  return `${lines.join('\n')}\n`
}

const optionsOf = (named: Record<string, string>) => Object.entries(named).flatMap(([name, value]) => [`-${name}`, value])

async function run(ffmpeg: string, args: string[], signal?: AbortSignal): Promise<void> {
  const child = spawn(ffmpeg, ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(signal ? { signal } : {}),
  })
  // A job of a stopped process runs again elsewhere.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  try {
    await new Promise<void>((resolve, reject) => {
      let words = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        words = `${words}${text}`.slice(-2000)
      })
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code ?? 'a signal'}: ${words.trim()}`)),
      )
      // Pages and calls come first.
      if (child.pid !== undefined) lower(child.pid)
    })
  } finally {
    process.off('exit', end)
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It may have ended already.
  }
}
