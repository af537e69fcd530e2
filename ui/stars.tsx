import icons from './icons.svg?no-inline'

const places = [1, 2, 3, 4, 5]

/** Five stars, of which some are filled. @param label what they say; without one the words stand beside them */
export function Stars({ value, label, className = 'size-4' }: { value: number; label?: string; className?: string }) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className="inline-flex align-middle gap-0.5 text-signal"
    >
      {places.map((place) => (
        <svg
          key={place}
          aria-hidden="true"
          className={`${className} stroke-current ${place <= value ? 'fill-current' : 'fill-none'}`}
          strokeWidth="1.5"
          strokeLinejoin="round"
        >
          <use href={`${icons}#star`} />
        </svg>
      ))}
    </span>
  )
}
