import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { videosQuery } from '../queries.ts'
import type { TimelineClass } from '../timeline.ts'
import { askedPlace } from './asked-place.ts'

/** The recording of a class that is shown, of which a class may have several parts. */
export function useClassRecording(batchId: number, { recordings }: TimelineClass) {
  const { user } = useSession()
  const [asked] = useState(askedPlace(useSearchParams()[0]))
  const [part, setPart] = useState(recordings[asked.part] ? asked.part : 0)
  const query = useQuery({ ...videosQuery(user?.email, String(batchId)), enabled: recordings.length > 0 })
  const id = recordings[part]?.id
  const video = query.data?.videos.find((one) => one.id === id)
  const isEmbedded = video?.kind === 'youtube' || video?.kind === 'vimeo'
  return {
    query,
    part,
    setPart,
    /** The second at which the address asks to begin. */
    startAt: part === asked.part ? asked.startAt : undefined,
    video,
    isEmbedded,
    /** Whether the school's own player has captions of it. */
    hasCaptions: video !== undefined && !isEmbedded && (video.captions.length > 0 || video.captions_url !== null),
  }
}

export type ClassRecordingState = ReturnType<typeof useClassRecording>
