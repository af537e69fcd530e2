import { type RefObject, useEffect } from 'react'
import { useActiveCaption } from './use-active-caption.ts'

/** The caption that is said now, in the picture of a `media-controller`. Windows of the browser's own have no place for it. */
export function DrawnCaption({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const caption = useActiveCaption(video.current, 'showing')
  useEffect(() => {
    const element = video.current
    const stop = new AbortController()
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture', 'webkitbeginfullscreen', 'webkitendfullscreen']) {
      const tell = () => element?.parentElement?.toggleAttribute('data-away', /enter|begin/.test(type))
      element?.addEventListener(type, tell, { signal: stop.signal })
    }
    return () => stop.abort()
  }, [video])
  return caption ? (
    <p key={caption.key} data-caption="" lang={caption.language} {...alwaysShown}>
      <span>{caption.text}</span>
    </p>
  ) : null
}

/** What `media-controller` does not hide while nobody moves the pointer. */
const alwaysShown = { noautohide: '' }
