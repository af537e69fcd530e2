import { useEffect, useId, useMemo, useRef } from 'react'
import type { Video } from '#contract/classes/classes.ts'
import { formatLength } from '#ui/format.ts'
import type { Playback } from '../playback.ts'
import { usePartAt } from './use-part-at.ts'

interface Props {
  video: Video
  /** The place of the recording among those of its class, from 1. */
  part: number
  playback: Playback | null
}

const hosts = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

/** What a recording is about, part by part. A press plays from there; the address of each can be shared with the batch. */
export function Chapters({ video, part, playback }: Props) {
  const { chapters, duration_seconds: length, kind } = video
  const id = useId()
  const parts = useMemo(() => chapters.map(({ at_seconds: startTime, title }) => ({ startTime, title })), [chapters])
  const at = usePartAt(playback, parts)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const box = list.current
    const row = box?.querySelector<HTMLElement>('[aria-current]')
    // Scrolls the list alone: the page stays where it is.
    if (box && row) box.scrollTo({ top: row.offsetTop - box.clientHeight / 3 })
  }, [at])
  if (chapters.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="text-lg">
        Chapters
      </h2>
      {kind === 'youtube' || kind === 'vimeo' ? (
        <p className="mt-1 text-sm text-muted">
          A chapter plays on {hosts[kind]}, which learns that you watch. Its own timeline does not show them.
        </p>
      ) : null}
      <ol
        ref={list}
        className="relative mt-3 max-h-80 divide-y divide-line overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface"
      >
        {parts.map(({ startTime, title }, index) => {
          const until = parts[index + 1]?.startTime ?? length
          return (
            <li
              key={startTime}
              aria-current={index === at ? 'true' : undefined}
              className="border-l-3 border-l-transparent aria-[current]:border-l-accent aria-[current]:bg-accent-soft/60"
            >
              <a
                href={`?part=${part}&t=${startTime}`}
                onClick={(event) => {
                  if (!playback || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  playback.playFrom(startTime)
                }}
                className="flex min-h-11 items-baseline gap-3 px-3.5 py-2.5 text-sm outline-offset-[-3px] hover:bg-accent-soft/60"
              >
                <span className="figures min-w-10 shrink-0 font-semibold text-accent">{formatLength(startTime)}</span>
                <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
                {until > startTime ? (
                  <span aria-hidden="true" className="figures shrink-0 text-muted">
                    {formatLength(until - startTime)}
                  </span>
                ) : null}
              </a>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
