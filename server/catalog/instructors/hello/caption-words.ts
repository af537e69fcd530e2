import { CaptionError, type Cue, parseCaptions, writeCaptions } from '#contract/classes/webvtt.ts'

/**
 * Makes captions of what staff gave: WebVTT or SubRip as it is, or plain words, which are spread over the video by their length.
 * @throws CaptionError
 */
export function captionsOf(text: string, seconds: number): string {
  if (/^WEBVTT|-->/m.test(text)) return writeCaptions(parseCaptions(text))
  const sentences = text.split(/(?<=[.!?…।])\s+|\n+/u).flatMap((one) => one.trim() || [])
  const total = sentences.reduce((sum, { length }) => sum + length, 0)
  if (total === 0) throw new CaptionError(0, 'There are no words in this text.')
  let passed = 0
  const cues = sentences.map((sentence): Cue => {
    const start = Math.round((passed / total) * seconds * 1000)
    passed += sentence.length
    return { start, end: Math.round((passed / total) * seconds * 1000), text: sentence }
  })
  // Read back, so that both kinds obey the same limits.
  return writeCaptions(parseCaptions(writeCaptions(cues)))
}
