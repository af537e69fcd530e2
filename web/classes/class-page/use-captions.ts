import { useEffect, useState } from 'react'
import { plainTextOf } from '../cue-text.ts'
import type { Caption } from './transcript-parts.ts'

/** The captions of a video in the language that the player shows at first; undefined while they load, empty when they cannot be read. */
export function useCaptions(videoElement: HTMLVideoElement | null): Caption[] | undefined {
  const [captions, setCaptions] = useState<Caption[]>()
  useEffect(() => {
    const element = videoElement?.querySelector('track')
    // While the player is replaced, its captions stay.
    if (!element) return
    const stop = new AbortController()
    const { track } = element
    const take = () => setCaptions([...(track.cues ?? [])].flatMap((cue) => (cue instanceof VTTCue ? [toCaption(cue)] : [])))
    // The browser loads the file of a track that is not disabled.
    if (track.mode === 'disabled') track.mode = 'hidden'
    if (element.readyState === HTMLTrackElement.LOADED) take()
    else {
      element.addEventListener('load', take, { signal: stop.signal })
      element.addEventListener('error', () => setCaptions([]), { signal: stop.signal })
    }
    return () => stop.abort()
  }, [videoElement])
  return captions
}

const toCaption = (cue: VTTCue): Caption => ({
  startTime: cue.startTime,
  endTime: cue.endTime,
  text: plainTextOf(cue),
})
