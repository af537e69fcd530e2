import { useState } from 'react'
import type { Instructor } from '#contract/catalog/catalog.ts'
import { Picture } from '#web/lib/picture.tsx'
import { formatLength } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'

type Shown = Pick<Instructor, 'name' | 'portrait' | 'hello'>

/** The portrait, which plays the hello of an instructor when it is pressed. Nothing of the video is loaded before. */
export function InstructorHello({ instructor: { name, portrait, hello } }: { instructor: Shown }) {
  const [isPlaying, setIsPlaying] = useState(false)
  if (hello && isPlaying) {
    return (
      <video
        // The press was on what is gone.
        ref={(video) => video?.focus({ preventScroll: true })}
        src={hello.video_url}
        controls
        autoPlay
        playsInline
        aria-label={`Hello from ${name}`}
        className="aspect-video w-full max-w-sm shrink-0 rounded-lg bg-[#0d1114] sm:w-80"
      >
        <track kind="captions" src={hello.captions_url} label="Captions" default />
      </video>
    )
  }
  const face = (
    <Picture path={portrait} alt="" width={88} height={88} className="size-18 shrink-0 rounded-full object-cover sm:size-22" />
  )
  if (!hello) return face
  return (
    <button
      type="button"
      aria-label={`Play the hello of ${name}, ${formatLength(hello.seconds)}`}
      onClick={() => setIsPlaying(true)}
      className="group relative shrink-0 rounded-full"
    >
      {face}
      <span className="absolute -right-1 -bottom-1 grid size-9 place-items-center rounded-full border-2 border-paper bg-accent text-on-accent transition-colors group-hover:bg-accent-strong">
        <Icon name="play" className="size-4 translate-x-px" />
      </span>
    </button>
  )
}
