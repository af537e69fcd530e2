import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'

const words = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent']
const stars = [1, 2, 3, 4, 5]

interface Props {
  value: number | undefined
  error: string | undefined
  onChange: (stars: number) => void
  /** Gets the focus when no star is chosen. */
  firstRef: Ref<HTMLInputElement>
}

/** One to five stars, as radio buttons. */
export function StarChoice({ value, error, onChange, firstRef }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 block text-sm font-semibold">Your rating</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-1.5 flex">
          {stars.map((one) => (
            <label
              key={one}
              className="relative grid size-11 cursor-pointer place-items-center rounded-md text-signal has-focus-visible:outline-3 has-focus-visible:outline-accent"
            >
              <input
                ref={one === 1 ? firstRef : undefined}
                type="radio"
                name={`${id}-rating`}
                value={one}
                checked={value === one}
                onChange={() => onChange(one)}
                aria-label={`${one === 1 ? '1 star' : `${one} stars`}: ${words[one]}`}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Star
                aria-hidden="true"
                strokeWidth={1.5}
                className={`size-7 ${value !== undefined && one <= value ? 'fill-current' : ''}`}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-sm text-muted">
          {value === undefined ? '' : words[value]}
        </span>
      </div>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
