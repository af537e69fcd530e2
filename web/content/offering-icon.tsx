import icons from './offering-icons.svg?no-inline'

const known = ['radio', 'message-square-text', 'hammer', 'monitor-play', 'compass', 'book-open-text']

/** The icon named in the settings; a graduation cap for an unknown name. One picture file keeps the icons out of the script. */
export function OfferingIcon({ name }: { name: string }) {
  return (
    <svg
      aria-hidden="true"
      className="size-7 fill-none stroke-current text-accent"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <use href={`${icons}#${known.includes(name) ? name : 'graduation-cap'}`} />
    </svg>
  )
}
