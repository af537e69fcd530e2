import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Clip } from '#contract/classes/clips.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatLength } from '#ui/format.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { startsAlone } from './starts-alone.ts'

const ClipVideo = lazyPart(() => import('./clip-video.tsx'), null)

interface Props {
  clip: Clip
  withCourse: boolean
}

/** The poster of a clip, the words beside it, and the player once it has started. All keep their room, so nothing moves. */
export default function ClipStage({ clip, withCourse }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<'alone' | 'pressed' | null>(null)
  // The line that is said now, by its second.
  const [said, setSaid] = useState<number | null>(null)
  useEffect(() => {
    const element = stage.current
    if (!element || !clip.plays_here || !startsAlone()) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setStart((begun) => begun ?? 'alone')
      },
      { threshold: 0.6 },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [clip.plays_here])
  const length = formatLength(clip.to_seconds - clip.from_seconds)
  const wholeClass = pathTo('videos', clip.batch_id, { day: clip.day_number })
  return (
    <div className="@container">
      <div className="grid gap-6 @[54rem]:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] @[54rem]:gap-10">
        <div className="self-start overflow-clip rounded-lg bg-[#0d1114] text-[#ffffff] shadow-lift">
          <div ref={stage} className="relative isolate aspect-video">
            <Poster clip={clip} withCourse={withCourse} />
            {clip.plays_here && start === null ? (
              <button
                type="button"
                aria-label={`Play the clip, ${length}, without sound`}
                onClick={() => setStart('pressed')}
                className="group absolute inset-0 outline-offset-[-4px]"
              >
                <span className="absolute right-[6%] bottom-[8%] grid size-14 place-items-center rounded-full bg-[#ffffff] text-[#0a4747] transition-transform group-hover:scale-105 sm:size-18">
                  <Play aria-hidden="true" className="size-6 translate-x-0.5 fill-current sm:size-7" />
                </span>
              </button>
            ) : null}
          </div>
          {/* The player fills it with its controls. */}
          <div className="relative min-h-14">
            {start === null ? (
              <p className="figures flex min-h-14 items-center gap-3 px-4 text-sm text-[#c9d6d5] sm:px-5">
                <span className="rounded-sm bg-[#ffffff26] px-1.5 py-0.5 font-semibold text-[#ffffff]">{length}</span>
                {clip.plays_here ? 'Without sound, with captions' : `Plays on ${hosts[clip.kind]}, with the whole class`}
              </p>
            ) : (
              <ClipVideo clip={clip} startsAlone={start === 'alone'} stage={stage} wholeClass={wholeClass} onSaid={setSaid} />
            )}
          </div>
        </div>
        <div className="flex min-w-0 flex-col">
          {clip.lines.length > 0 ? (
            <>
              <h3 className="eyebrow">What is said</h3>
              <ol className="mt-3 grid gap-2.5">
                {clip.lines.map(({ at_seconds: at, text }) => (
                  <li
                    key={at}
                    className={`border-l-2 pl-4 text-sm transition-colors ${at === said ? 'border-signal' : 'border-line text-muted'}`}
                  >
                    {text}
                  </li>
                ))}
              </ol>
            </>
          ) : null}
          <div className="mt-6 flex flex-wrap gap-3 @[54rem]:mt-auto @[54rem]:pt-6">
            <ButtonLink to={wholeClass} reloadDocument variant="primary">
              Watch the whole class free
            </ButtonLink>
            {withCourse ? <ButtonLink to={pathTo('course', clip.course_id)}>See the course</ButtonLink> : null}
          </div>
        </div>
      </div>
    </div>
  )
}

const hosts: Readonly<Record<Clip['kind'], string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  hls: 'another site',
  file: 'another site',
}

/** Drawn, because a picture of the video would need a signed link, which a kept page can't have. */
function Poster({ clip, withCourse }: Props) {
  const [first] = clip.lines
  return (
    <div className="absolute inset-0 -z-10 flex flex-col justify-between bg-[radial-gradient(120%_140%_at_0%_0%,#0f5c5c_0%,#0d2b2f_48%,#0d1114_100%)] p-[5%]">
      <p className="figures text-xs font-semibold text-[#bfe3df] sm:text-sm">
        Class {clip.day_number}
        {withCourse ? ` · ${clip.course}` : ''}
      </p>
      <div className="max-w-[78%]">
        <p className="text-lg leading-snug font-bold text-balance sm:text-2xl">{clip.title}</p>
        {first ? (
          <p className="mt-2 line-clamp-2 border-l-2 border-[#e2a054] pl-3 text-sm text-[#d5e0df] max-sm:hidden">
            “{first.text}”
          </p>
        ) : null}
      </div>
    </div>
  )
}
