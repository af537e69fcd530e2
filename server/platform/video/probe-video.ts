/** What a video file holds, read from its container. */
export interface Probe {
  /** The reader of ffmpeg for this container. It is named, so that a file can't pass for a list of other files. */
  reader: 'mov' | 'matroska' | 'mpegts'
  /** Whole seconds. */
  seconds: number
  /** From the first picture to the end of the last. The sound may be longer. */
  pictureSeconds: number
  height: number
  /** Whether the picture is H.264 of at most 1080 lines, which is kept as it is. */
  isH264: boolean
  hasSound: boolean
  /** The extension under which every browser plays the file as it is; null when some do not. */
  playsAs: 'mp4' | 'webm' | null
}

/** Returns what a file holds. Undefined when it is no video. @param from its path, or all of its bytes */
export async function probeVideo(from: string | Uint8Array<ArrayBuffer>): Promise<Probe | undefined> {
  // Loaded when it is needed, because few processes prepare a recording.
  const { BufferSource, FilePathSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } = await import('mediabunny')
  // Never a format that names other files, such as HLS.
  const formats = [MP4, QTFF, MATROSKA, WEBM, MPEG_TS]
  using input = new Input({ formats, source: typeof from === 'string' ? new FilePathSource(from) : new BufferSource(from) })
  try {
    const format = await input.getFormat()
    const picture = await input.getPrimaryVideoTrack()
    if (!picture) return undefined
    const sound = await input.getPrimaryAudioTrack()
    const [seconds, begin, end, height, video, audio] = await Promise.all([
      input.computeDuration(),
      picture.getFirstTimestamp(),
      picture.computeDuration(),
      picture.getDisplayHeight(),
      picture.getCodec(),
      sound?.getCodec(),
    ])
    const plays = (codecs: readonly string[], soundCodecs: readonly string[]) =>
      codecs.includes(video ?? '') && (!sound || soundCodecs.includes(audio ?? ''))
    return {
      reader: format === MPEG_TS ? 'mpegts' : format === MATROSKA || format === WEBM ? 'matroska' : 'mov',
      seconds: Math.round(seconds),
      pictureSeconds: end - begin,
      height,
      isH264: video === 'avc' && height <= 1080,
      hasSound: sound !== null,
      playsAs:
        (format === MP4 || format === QTFF) && plays(['avc'], ['aac', 'mp3'])
          ? 'mp4'
          : format === WEBM && plays(['vp8', 'vp9'], ['opus', 'vorbis'])
            ? 'webm'
            : null,
    }
  } catch {
    return undefined
  }
}
